import Foundation
import SharedStore
import SharedStoreReader
import Synchronization
import TestSupport
import Testing

/// What a search says that cannot answer, and that a search which nobody wants any more ends.
@Suite(.inTurns) struct SearchFaultTests {
  private let store: SearchableStore

  init() throws {
    store = try SearchableStore()
  }

  @Test func zeroHitsAreAnAnswerWithTheRevisionItWasReadAt() throws {
    try store.create(["d": "walrus"])
    let result = try #require(try store.search.hits(for: "seal"))
    #expect(result.hits.isEmpty && result.token.revision == Revision(1))
  }

  @Test(arguments: [DocumentSearch.Mode.words, .substring])
  func aMissingStoreIsAnErrorAndOneThatComesIsSearched(_ mode: DocumentSearch.Mode) throws {
    let empty = try TestStore(create: false)
    let search = DocumentSearch(empty.location)
    #expect(try failure { _ = try search.hits(for: "walrus", mode: mode) }.code == .storeMissing)
    let writer = try empty.writer(create: true)
    try writer.createDocument("d", fields: ["text": .text("walrus")])
    #expect(try search.hits(for: "walrus", mode: mode)?.hits.map(\.document) == ["d"])
  }

  @Test func aQueryThatTakesTooLongSaysSo() throws {
    try makeManyTexts()
    let hurried = DocumentSearch(store.store.location, timeout: .milliseconds(0))
    let error = try failure { _ = try hurried.hits(for: "absent", mode: .substring) }
    #expect(error.code == .busy)
  }

  @Test func anInterruptEndsTheQueryThatRunsAndNoOther() throws {
    try makeManyTexts()
    let search = store.search
    // Nothing runs: there is nothing to end.
    search.interrupt()
    #expect(try search.hits(for: "needle", mode: .substring)?.hits.map(\.document) == ["d 20000"])

    let isDone = Atomic(false)
    let record = Record<Result<Int?, StoreError>>()
    onThreads(2) { thread in
      guard thread == 0 else {
        while !isDone.load(ordering: .acquiring) { search.interrupt() }
        return
      }
      // One that no interrupt came in time for has the whole answer.
      for _ in 0..<1_000 where !record.all.contains(where: { (try? $0.get()) == .some(nil) }) {
        record.note(
          Result { () throws(StoreError) in
            try search.hits(for: "needle", mode: .substring)?.hits.count
          })
      }
      isDone.store(true, ordering: .releasing)
    }
    let answers = try record.all.map { try $0.get() }
    #expect(answers.last == .some(nil) && answers.dropLast().allSatisfy { $0 == 1 })
    #expect(try search.hits(for: "needle", mode: .substring)?.hits.map(\.document) == ["d 20000"])
    #expect(try search.hits(for: "absent", mode: .substring)?.hits == [])
  }

  /// Enough text that a look at all of it takes a while; the last document has a needle.
  private func makeManyTexts() throws {
    try store.store.edit(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO documents (key, id, epoch, revision, created_at, changed_at, head, last_group,
        undo_groups, undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes,
        maximum_group_bytes, fields_checksum, checksum)
      SELECT i, 'd ' || i, '00000000-0000-0000-0000-000000000000', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0 FROM n;
      INSERT INTO search_texts (document, rule, text)
      SELECT key, 1, printf('%.*c', 2000, 'x') || iif(key = 20000, 'needle', '') FROM documents;
      """)
  }
}
