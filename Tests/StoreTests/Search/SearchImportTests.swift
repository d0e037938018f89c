import SharedStoreModel
import SharedStoreReader
import TestSupport
import Testing

@testable import SharedStore

/// What an import does to the index: nothing that is seen before its commit, nothing that is left
/// without one.
@Suite(.inTurns) struct SearchImportTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  private func found(_ word: String) throws -> [String]? {
    try DocumentSearch(store.location).hits(for: word)?.hits.map(\.document.text).sorted()
  }

  /// Expects that nothing but these documents is indexed.
  private func expectIndexed(
    _ documents: Int64, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try store.writer.isSearchIndexSound(), sourceLocation: sourceLocation)
    let texts = try store.number("SELECT count(*) FROM search_texts")
    let indexed = try store.number("SELECT count(*) FROM search_index_docsize")
    #expect(texts == documents && indexed == documents, sourceLocation: sourceLocation)
  }

  private func stage(_ ids: [DocumentID], _ text: String, by job: JobID) throws {
    _ = try store.writer.perform { tx throws(StoreError) in
      for (position, id) in ids.enumerated() {
        _ = try tx.transaction.stage(
          id, fields: ["text": .text(text)], by: job, position: position, replacing: true)
      }
    }
  }

  @Test func stagedTextsAreIndexedButHiddenUntilTheCommit() throws {
    let claim = try store.running(1)
    try stage(["a", "b"], "walrus", by: claim.job)
    try expectIndexed(2)
    #expect(try found("walrus") == [])
    let substring = try DocumentSearch(store.location).hits(for: "alru", mode: .substring)
    #expect(substring?.hits == [])
    _ = try store.writer.perform { tx throws(StoreError) in
      try tx.transaction.publishImport(by: claim.job)
    }
    #expect(try found("walrus") == ["a", "b"])
    try expectIndexed(2)
  }

  @Test func aCancelledImportLeavesNothingInTheIndex() throws {
    try store.writer.createDocument("a", fields: ["text": .text("seal")])
    let claim = try store.running(1)
    try stage(["a", "b", "c"], "walrus", by: claim.job)
    try expectIndexed(3)
    try store.writer.cancelJob(claim.job)
    #expect(try store.end(claim, .workStopped) == .cancelled)
    #expect(try found("walrus") == [] && found("seal") == ["a"])
    try expectIndexed(1)
  }

  @Test func aFailedImportLeavesNothingInTheIndex() throws {
    try store.writer.createDocument("z.txt", fields: ["text": .text("seal")])
    for number in 0..<300 { try store.file("\(number).txt", "walrus") }
    try store.file("z.txt", "walrus")
    #expect(try store.importFiles().state == .failed)
    #expect(try found("walrus") == [] && found("seal") == ["z.txt"])
    try expectIndexed(1)
  }

  @Test func aReplacedTextIsFoundAsItNowReadsAndAsItWasAfterAnUndo() throws {
    try store.file("a.txt", "seal")
    try store.file("b.json", #"{"n":1,"title":"otter"}"#)
    try store.importFiles()
    #expect(try found("seal") == ["a.txt"] && found("otter") == ["b.json"])
    try store.file("a.txt", "walrus")
    try store.file("b.json", #"{"n":"walrus","title":2}"#)
    #expect(try store.importFiles(replace: true).state == .succeeded)
    #expect(try found("walrus") == ["a.txt", "b.json"])
    #expect(try found("seal") == [] && found("otter") == [])
    try expectIndexed(2)
    try store.writer.undo("a.txt")
    try store.writer.undo("b.json")
    #expect(try found("seal") == ["a.txt"] && found("otter") == ["b.json"])
    #expect(try found("walrus") == [])
    try expectIndexed(2)
  }

  @Test func aReplacementIsHiddenUntilTheCommit() throws {
    try store.writer.createDocument("a", fields: ["text": .text("seal")])
    let claim = try store.running(1)
    try stage(["a"], "walrus", by: claim.job)
    #expect(try found("walrus") == [] && found("seal") == ["a"])
    _ = try store.writer.perform { tx throws(StoreError) in
      try tx.transaction.publishReplacements(
        by: claim.job, atMost: 10, skipsRefused: false
      ) { _ in }
    }
    #expect(try found("walrus") == ["a"] && found("seal") == [])
    try expectIndexed(1)
  }
}
