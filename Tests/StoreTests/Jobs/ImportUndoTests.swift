import Foundation
import SharedStoreModel
import SharedStoreReader
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStore

/// An import is taken back as a whole, or not at all.
@Suite struct ImportUndoTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  private func undo(_ job: StoreJob) throws -> Int {
    let id = job.id
    let count = try store.writer.write { tx in try tx.jobs.undo(id) }.value
    store.writer.removeLeftovers()
    return count
  }

  private func refusal(_ job: StoreJob) throws -> StoreError.Code? {
    let before = try store.documents()
    let error = #expect(throws: StoreError.self) { try undo(job) }
    #expect(try store.documents() == before)
    return error?.code
  }

  private func expectSound() throws {
    let check = try StoreCheck.run(store.location, full: true)
    #expect(check.isSound, "\(check)")
  }

  private func found(_ word: String) throws -> [String]? {
    try DocumentSearch(store.location).hits(for: word)?.hits.map(\.document.text)
  }

  /// One document that was there, and two that were not.
  private func importThree() throws -> StoreJob {
    try store.writer.createDocument("old.txt", fields: ["text": .text("before"), "n": .integer(1)])
    for name in ["old", "new", "newer"] { try store.file(name + ".txt", "walrus \(name)") }
    let job = try store.importFiles(replace: true)
    #expect(try store.documents() == ["new.txt", "newer.txt", "old.txt"])
    return job
  }

  @Test func whatWasMadeIsGoneAndWhatWasReplacedIsAsBefore() throws {
    let job = try importThree()
    let token = try store.reader.token()
    #expect(try undo(job) == 3)
    #expect(try store.documents() == ["old.txt"])
    #expect(try store.fields("old.txt") == ["text": .text("before"), "n": .integer(1)])
    #expect(try found("walrus") == [] && found("before") == ["old.txt"])
    #expect(store.reader.readCount("documents").snapshot?.payload.count == 1)
    let shown = try store.job(job.id)
    #expect(shown.state == .succeeded && shown.result == "taken back")
    let changes = try store.reader.changes(since: token).changes.changes
    let gone: Set<StoreChanges.Subject> = Set(changes.filter(\.isDeleted).map(\.subject))
    #expect(gone == [.document("new.txt"), .document("newer.txt")])
    try expectSound()

    #expect(try refusal(job) == .conflict)
    #expect(try store.importFiles(replace: true).state == .succeeded)
    #expect(try store.documents().count == 3)
  }

  @Test(arguments: ["edit", "delete", "open", "undo", "load", "replaced"])
  func whatWasTouchedSinceStandsInTheWay(_ touch: String) throws {
    let job = try importThree()
    let writer = store.writer
    switch touch {
    case "edit": try writer.editDocument("new.txt", [.set("n", .integer(1))])
    case "delete": try writer.deleteDocument("newer.txt")
    case "open": _ = try writer.beginGroup(in: "old.txt")
    case "undo": try writer.undo("old.txt")
    case "load": try writer.loadDocument("old.txt", fields: [:])
    default: try writer.editDocument("old.txt", [.set("n", .integer(7))])
    }
    #expect(try refusal(job) == .conflict)
    #expect(try store.job(job.id).result == nil)
    try expectSound()
  }

  @Test func whatWasUndoneSinceDoesNotStandInTheWay() throws {
    let job = try importThree()
    try store.writer.editDocument("old.txt", [.set("n", .integer(7))])
    try store.writer.undo("old.txt")
    #expect(try undo(job) == 3)
    #expect(try store.fields("old.txt")["n"] == .integer(1))
  }

  @Test func manyGoByOneRowAndLeaveInSteps() throws {
    let lines = (0..<2_500).map { #"{"document":"d\#($0)","fields":{"done":0}}"# }
    try store.file("all.jsonl", lines.joined(separator: "\n"))
    let kind: Kind = "open"
    let rule = CountedKind(kind, field: "done", equals: .integer(0))
    _ = try store.writer.write { tx in try tx.counts.define(rule) }
    let job = try store.importFiles()
    #expect(store.reader.readCount(kind).snapshot?.payload.count == 2_500)
    let id = job.id
    _ = try store.writer.write { tx in try tx.jobs.undo(id) }
    // Nobody sees them, although they are still there.
    #expect(try store.documents().isEmpty)
    #expect(store.reader.readCount(kind).snapshot?.payload.count == 0)
    store.writer.removeLeftovers()
    #expect(try store.number("SELECT count(*) FROM documents") == 0)
    #expect(try store.number("SELECT count(*) FROM imports") == 0)
    try expectSound()
  }

  @Test func onlyAnImportThatHasSucceededCanBeTakenBack() throws {
    try store.file("a.txt", "a")
    try store.file("b.json", "{")
    let failed = try store.importFiles()
    #expect(failed.state == .failed)
    #expect(try refusal(failed) == .conflict)
    let other = try store.writer.write { tx in try tx.jobs.create(kind: "mine") }.value
    #expect(try refusal(store.job(other)) == .conflict)
    let done = try store.importFiles(onError: .skip)
    _ = try store.writer.pruneJobs()
    #expect(try refusal(done) == .notFound)
    #expect(
      try store.documents() == ["a.txt"] && store.number("SELECT count(*) FROM import_groups") == 0)
    try expectSound()
  }
}
