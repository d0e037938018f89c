import Foundation
import SharedStore
import TestSupport
import Testing

@Suite struct ScopedGroupTests {
  private struct Interruption: Error {}

  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    try writer.createDocument("p", fields: ["x": .integer(0)])
  }

  private func document() throws -> StoreDocument { try store.reader().document("p").document }

  @Test func whatABodyEditsIsOneGroup() async throws {
    let writer = writer
    try await writer.withGroup(in: "p", name: "Drag") { drag in
      for x in [1, 2, 3] as [Int64] {
        try await writer.write { tx in
          try tx.documents.edit("p", [.set("x", .integer(x))], in: drag)
        }
      }
    }
    #expect(try document().history.cursor.undo.groups == 1)
    #expect(try document().history.openGroup == nil)
    #expect(try writer.undo("p").name == "Drag")
    #expect(try document().fields["x"] == .integer(0))
  }

  @Test(arguments: [(.revert, 0), (.keep, 7)] as [(InterruptionPolicy, Int64)])
  func whatABodyThrowsEndsTheGroupByItsPolicy(
    _ policy: InterruptionPolicy, _ expected: Int64
  ) throws {
    let writer = writer
    #expect(throws: Interruption.self) {
      try writer.withGroup(in: "p", interrupted: policy) { group in
        try writer.editDocument("p", [.set("x", .integer(7))], in: group)
        throw Interruption()
      }
    }
    #expect(try document().fields["x"] == .integer(expected))
    #expect(try document().history.openGroup == nil)
  }

  @Test func aCancelledTaskLeavesNoOpenGroup() async throws {
    let writer = writer
    let task = Task {
      try await writer.withGroup(in: "p") { group in
        try await writer.write { tx in
          try tx.documents.edit("p", [.set("x", .integer(7))], in: group)
        }
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try document().fields["x"] == .integer(0))
    #expect(try document().history.openGroup == nil)
  }

  @Test func aGroupThatCannotBeginRunsNoBody() throws {
    let error = try failure {
      let _: Void = try writer.withGroup(in: "missing") { (_: OpenGroup) throws in
        Issue.record("The body ran.")
      }
    }
    #expect(error.code == .notFound)
  }

  @Test func datesAreTimestampsInWholeMilliseconds() throws {
    let date = Date(timeIntervalSince1970: 1_792_889_400.0429)
    #expect(Timestamp(date).milliseconds == 1_792_889_400_042)
    #expect(Timestamp(Timestamp(date).date) == Timestamp(date))
    #expect(Timestamp(Date.distantPast).milliseconds == 0)
  }
}
