package import SharedStoreModel
import SharedStoreSQLite

extension SearchedText {
  /// What is searched of a document as it now stands; `nil` when nothing is, or it is gone.
  ///
  /// This is the one definition: the index, its check and the excerpts have it from here.
  package static func of(
    _ document: Int64, _ database: Database
  ) throws(StoreError) -> SearchedText? {
    var id: DocumentID?
    var texts: [(field: String, text: String)] = []
    try database.forEachRow(
      """
      SELECT d.id, f.name, f.value FROM documents AS d LEFT JOIN fields AS f
        ON f.document = d.key AND typeof(f.value) = 'text'
      WHERE d.key = ?1 ORDER BY f.name
      """, document
    ) { row throws(StoreError) in
      if id == nil { id = try row.documentID() } else { row.skip(1) }
      if let name = try row.optionalText() { texts.append((name, try row.requiredText())) }
    }
    return id.flatMap { SearchedText($0, texts) }
  }
}
