import SharedStoreModel
import SharedStoreReader
import TestSupport
import Testing

@testable import SharedStore

/// Documents of an import are where they are to stay before anybody sees them.
@Suite(.inTurns) struct ImportVisibilityTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  private func stage(_ count: Int, by claim: JobClaim) throws {
    _ = try store.writer.perform { tx throws(StoreError) in
      for number in 0..<count {
        guard let id = DocumentID("d\(number)") else { continue }
        _ = try tx.transaction.stage(
          id, fields: ["n": .integer(Int64(number % 2))], by: claim.job, position: 0,
          replacing: false)
      }
    }
  }

  private func isSound() throws -> Bool {
    try StoreCheck.run(store.location, full: true).isSound
  }

  @Test func veryManyDocumentsAreOneRowOfTheLogThatNamesTheirJob() throws {
    let before = try store.reader.token()
    let lines = (0..<1_200).map { #"{"document":"d\#($0)","fields":{"n":\#($0)}}"# }
    try store.file("all.jsonl", lines.joined(separator: "\n"))
    let job = try store.importFiles()
    let changes = try store.reader.changes(since: before).changes
    let many = try #require(changes.many.first)
    #expect(changes.many.count == 1 && many.sort == .documents && many.number == 1_200)
    #expect(many.revision == job.revision && many.job == job.id)
    let documents = try store.reader.documents().documents
    #expect(documents.count == 1_200 && Set(documents.map(\.revision)) == [job.revision])
    #expect(try isSound())
  }

  @Test func anImportedDocumentThatIsChangedHasARevisionOfItsOwn() throws {
    for name in ["a", "b", "c"] { try store.file(name + ".txt", name) }
    let job = try store.importFiles()
    let edited = try store.writer.editDocument("a.txt", [.set("text", .text("new"))])
    try store.writer.deleteDocument("b.txt")
    #expect(try store.reader.document("a.txt").document.revision == edited.revision)
    #expect(try store.reader.document("c.txt").document.revision == job.revision)
    #expect(try store.number("SELECT documents FROM imports") == 2)
    #expect(try store.number("SELECT touched FROM imports") == 2)
    #expect(try isSound())
  }

  @Test func anOpenGroupMovesNoRevisionOfAnImportedDocument() throws {
    try store.file("a.txt", "a")
    let job = try store.importFiles()
    let group = try store.writer.beginGroup(in: "a.txt")
    #expect(try store.reader.document("a.txt").document.revision == job.revision)
    try store.writer.endGroup(group)
    #expect(try isSound())
  }

  @Test func whatACancelledImportLeftIsRemovedInStepsByWhoeverCommits() throws {
    let claim = try store.running(1)
    try stage(2_500, by: claim)
    #expect(try store.documents().isEmpty && isSound())
    try store.writer.cancelJob(claim.job)
    #expect(try store.end(claim, .workStopped) == .cancelled)
    var left = [try store.number("SELECT count(*) FROM documents")]
    let other = try store.otherWriter()
    for number in 1...4 {
      try other.publish(CountSnapshot(count: Int64(number)), kind: "todo")
      left.append(try store.number("SELECT count(*) FROM documents"))
    }
    #expect(left == [1_500, 500, 0, 0, 0])
    #expect(try store.hasNothingStaged() && isSound())
  }

  @Test func anIdThatACancelledImportLeftIsFree() throws {
    let claim = try store.running(1)
    try stage(1_100, by: claim)
    try store.writer.cancelJob(claim.job)
    #expect(try store.end(claim, .workStopped) == .cancelled)
    #expect(try store.number("SELECT count(*) FROM documents WHERE id = 'd1099'") == 1)
    try store.alter("UPDATE documents SET id = 'other' WHERE id = 'd1099'")
    try store.writer.createDocument("other")
    #expect(try store.documents() == ["other"])
    #expect(try isSound())
  }

  @Test func aRuleThatIsDefinedWhileDocumentsAreHiddenCountsThemOnceTheyAreShown() throws {
    let claim = try store.running(1)
    try stage(10, by: claim)
    try store.writer.write { tx in
      try tx.counts.define(CountedKind("odd", field: "n", equals: .integer(1)))
    }
    #expect(store.reader.readCount("odd").snapshot?.payload.count == 0)
    _ = try store.writer.perform { tx throws(StoreError) in
      try tx.transaction.publishImport(by: claim.job)
    }
    #expect(store.reader.readCount("odd").snapshot?.payload.count == 5)
    #expect(try isSound())
  }

  @Test func aReplacementBeyondTheLimitOfAGroupIsRefusedBeforeAnythingElse() throws {
    let id: DocumentID = "a.txt"
    try store.writer.createDocument(
      id, fields: ["text": .text("old")],
      limits: UndoLimits(groups: 10, bytes: 1_000, groupBytes: 200))
    try store.file("a.txt", String(repeating: "x", count: 300))
    try store.file("b.txt", "b")
    let job = try store.importFiles(replace: true)
    #expect(job.state == .failed && job.error?.contains("limit 200") == true)
    #expect(job.progress.stages.first?.done == 0)
    #expect(try store.reader.unitNotes(of: job.id).map(\.unit) == ["a.txt"])
    #expect(try store.hasNothingStaged())
  }
}
