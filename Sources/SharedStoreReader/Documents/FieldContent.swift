package import SharedStoreModel

/// Fields that were taken from JSON, and what of it could not be kept as it was.
package struct FieldContent: Hashable, Sendable {
  /// The fields.
  package private(set) var fields: [FieldName: FieldValue] = [:]
  /// The fields that are numbers in the JSON, and text with the same digits here: neither an
  /// integer of 64 bits nor a floating-point number is exactly that.
  package private(set) var numbersAsText: Set<FieldName> = []
  /// The names that no field can have, for which an object is kept whole in the field `json`.
  package let misfits: [String]

  init() { misfits = [] }

  /// Keeps a value whole.
  init(whole value: JSONValue) {
    fields = ["json": .text(value.canonicalText)]
    misfits = (value.members ?? [:]).keys.filter { FieldName($0) == nil }.sorted()
  }

  mutating func set(_ field: FieldName, _ value: FieldValue, from json: JSONValue) {
    fields[field] = value
    if case .number = json, value.isText { numbersAsText.insert(field) }
  }

  /// What is to be said of it, in one sentence without content; `nil` when nothing is.
  package var note: String? {
    if let first = misfits.first {
      return "kept whole in the field json: \(JSONPath([.name(first)]).text) cannot name a field"
    }
    guard !numbersAsText.isEmpty else { return nil }
    let shown = numbersAsText.map { JSONPath([.name($0.text)]).text }.sorted().prefix(3)
    let more = numbersAsText.count > 3 ? " and \(numbersAsText.count - 3) more" : ""
    return "numbers kept as text: \(shown.joined(separator: ", "))\(more)"
  }
}
