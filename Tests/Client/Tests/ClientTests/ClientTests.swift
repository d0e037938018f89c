import Calls
import MainActorCalls
import SharedStore
import SharedStoreTesting
import Testing

@Suite struct ClientTests {
  @Test func theCallsOfHabitWorkInEitherIsolation() async throws {
    try await Calls.EveryCall.run()
    try await MainActorCalls.EveryCall.run()
  }

  @Test func theClientsOwnProgramsAreTheOnesThatRun() throws {
    let temporary = try TemporaryStore()
    #expect(try temporary.run("app") == "the client's app wrote 3\n")
    #expect(
      try temporary.run("extension") == "the client's extension read 3 at revision 1\n")
  }

  @Test func theExtensionReadsTheRevisionThatTheAppPublished() async throws {
    let temporary = try TemporaryStore()
    let store = try await StoreWriter.open(temporary.location, create: true)
    let receipt = try await store.publish(CountSnapshot(count: 7))
    let output = try temporary.run("extension")
    #expect(output == "the client's extension read 7 at revision \(receipt.revision)\n")
  }
}
