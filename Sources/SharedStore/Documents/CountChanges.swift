import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// How a transaction moves the counts of counted kinds: by what it changes, never by a scan
/// (contract U10).
struct CountChanges {
  /// The rules, read once a transaction.
  private(set) var rules: [CountedKind]?
  private(set) var differences: [Kind: Int64] = [:]

  mutating func setRules(_ rules: [CountedKind]) {
    self.rules = rules
  }

  /// A field of a document changed; `nil` is an absent field.
  mutating func fieldChanged(_ field: FieldName, from before: FieldValue?, to after: FieldValue?) {
    for rule in rules ?? [] where rule.field == field {
      let difference = (after == rule.value ? 1 : 0) - (before == rule.value ? 1 : 0) as Int64
      if difference != 0 { differences[rule.kind, default: 0] += difference }
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
