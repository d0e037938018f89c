import Calls
import Foundation
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
    #expect(try output(of: "app", in: temporary) == "the client's app wrote 3\n")
    #expect(try output(of: "extension", in: temporary) == "the client's extension read 3\n")
  }

  @Test func anotherProcessReadsTheRevisionThatWasPublished() async throws {
    let temporary = try TemporaryStore()
    let store = try await StoreWriter.open(temporary.location, create: true)
    try await store.publish(CountSnapshot(count: 7))
    #expect(try output(of: "extension", in: temporary) == "the client's extension read 7\n")
  }

  private func output(of program: String, in store: TemporaryStore) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Bundle(for: Marker.self).bundleURL.appending(path: program)
    process.environment = store.environment
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private final class Marker {}
}
