import SharedStoreModel
import SharedStoreReader

/// How a transaction moves the counts of counted kinds: by what it changes, never by a scan.
struct CountChanges {
  private var differences: [Kind: Int64] = [:]
  /// Whether fields went of which nobody knows what they were: every count is then found anew.
  var isLost = false

  /// A field of a document changed; `nil` is an absent field.
  mutating func fieldChanged(
    _ field: FieldName, from before: FieldValue?, to after: FieldValue?, by rules: [CountedKind]
  ) {
    for rule in rules where rule.field == field {
      add((after == rule.value ? 1 : 0) - (before == rule.value ? 1 : 0), to: rule.kind)
    }
  }

  /// A number of documents that count appeared at once.
  mutating func add(_ difference: Int64, to kind: Kind) {
    if difference != 0 { differences[kind, default: 0] += difference }
  }

  /// Takes the differences that are left.
  mutating func take() -> [(kind: Kind, difference: Int64)] {
    let taken = differences.filter { $0.value != 0 }.map { (kind: $0.key, difference: $0.value) }
    differences = [:]
    // In a fixed order, so that equal transactions write equal logs.
    return taken.sorted { $0.kind.text < $1.kind.text }
  }
}
