import SharedStore
import SharedStoreReader
import Testing

/// A store whose documents are searched.
struct SearchableStore {
  let store: TestStore
  let writer: StoreWriter
  let search: DocumentSearch

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    search = DocumentSearch(store.location)
  }

  /// Makes documents with one text each.
  func create(_ texts: KeyValuePairs<DocumentID, String>) throws {
    try writer.write { tx in
      for (id, text) in texts { try tx.documents.create(id, fields: ["text": .text(text)]) }
    }
  }

  /// The ids of the documents that a query finds, sorted; `nil` when there was nothing to ask.
  func found(_ query: String, _ mode: DocumentSearch.Mode = .words) throws -> [String]? {
    try search.hits(for: query, mode: mode, limit: 1_000)?.hits.map(\.document.text).sorted()
  }

  /// Expects that the document `d` is found by some words and not by others, in both modes, and
  /// that the index agrees with the documents.
  func expect(
    found: [String], lost: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for mode in [DocumentSearch.Mode.words, .substring] {
      for word in found {
        #expect(try self.found(word, mode) == ["d"], "\(word)", sourceLocation: sourceLocation)
      }
      for word in lost {
        #expect(try self.found(word, mode) == [], "\(word)", sourceLocation: sourceLocation)
      }
    }
    #expect(try writer.isSearchIndexSound(), sourceLocation: sourceLocation)
  }
}
