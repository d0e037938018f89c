/// What of a document is searched, as it stands: the values that are text, and the name of the file
/// that it was made of.
package struct SearchedText: Hashable, Sendable {
  /// The values in the order of their fields' names, a line each; `nil` when there is none.
  package let values: String?
  /// The document's id, if it is the name of a file.
  package let name: String?

  /// Takes what is to be searched of a document; `nil` if nothing is.
  /// - Parameters:
  ///   - id: The document.
  ///   - texts: Its fields that are text, in the order of their names.
  package init?(_ id: DocumentID, _ texts: [(field: String, text: String)]) {
    // What an import says itself of a file is no word of the file.
    let isFile =
      texts.contains { $0.field == "text" } && texts.contains { SearchedText.isType($0) }
    let values = texts.filter { !isFile || !SearchedText.isType($0) }.map(\.text)
    self.values =
      values.count > 1 ? values.joined(separator: "\n") : values.first
    name = isFile || id.isFileName ? id.text : nil
    if self.values == nil && name == nil { return nil }
  }

  private init() {
    (values, name) = (nil, nil)
  }

  /// Nothing that could be searched.
  package static let none = SearchedText()

  private static func isType(_ field: (field: String, text: String)) -> Bool {
    field.field == "type" && (field.text == "text" || field.text == "markdown")
  }

  /// What the index has of it.
  package var prepared: String {
    guard let name else { return values.map(SearchText.prepared) ?? "" }
    guard let values else { return SearchText.prepared(name) }
    return SearchText.prepared(values) + "\n" + SearchText.prepared(name)
  }
}

extension DocumentID {
  /// Whether the id ends as the names of files do that an import reads.
  ///
  /// Other ids are made by programs; what is in them is nothing that people look for.
  package var isFileName: Bool {
    [".txt", ".text", ".md", ".markdown", ".json", ".jsonl", ".ndjson"].contains { ending in
      text.utf8.count > ending.utf8.count
        && text.utf8.suffix(ending.utf8.count).map(\.inSearch) == Array(ending.utf8)
    }
  }
}
