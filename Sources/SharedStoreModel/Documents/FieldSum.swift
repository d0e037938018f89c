/// The checksum of a document's fields, or of what a group did to them: one checksum a field, added
/// up modulo 2^64, so that whoever changes one of many fields pays for that one.
///
/// The order of the fields does not matter. Layout: Documentation/Format.md.
package struct FieldSum: Hashable, Sendable {
  /// The sum, as SQLite stores it.
  package private(set) var value: Int64

  /// Goes on with a sum that was stored; 0 is that of no field.
  package init(_ value: Int64 = 0) {
    self.value = value
  }

  /// Adds up fields.
  package init(_ fields: some Sequence<(key: FieldName, value: FieldValue)>) {
    self.init()
    for (field, value) in fields { add(field, value) }
  }

  /// Adds a field that was not there.
  package mutating func add(_ field: FieldName, _ value: FieldValue) {
    self.value &+= FieldSum.checksum(field, value)
  }

  /// Replaces a field's value; `nil` is no field.
  package mutating func change(
    _ field: FieldName, from before: FieldValue?, to after: FieldValue?
  ) {
    if let before { value &-= FieldSum.checksum(field, before) }
    if let after { value &+= FieldSum.checksum(field, after) }
  }

  /// Replaces what a group did to a field; `nil` is nothing.
  package mutating func change(
    _ field: FieldName, from before: FieldOperation?, to after: FieldOperation?
  ) {
    if let before { value &-= FieldSum.checksum(field, before) }
    if let after { value &+= FieldSum.checksum(field, after) }
  }

  private static func checksum(_ field: FieldName, _ value: FieldValue) -> Int64 {
    var checksum = Checksum()
    checksum.add(field.text)
    checksum.add(value)
    return checksum.value
  }

  private static func checksum(_ field: FieldName, _ operation: FieldOperation) -> Int64 {
    var checksum = Checksum()
    checksum.add(field.text)
    checksum.add(optional: operation.before)
    checksum.add(optional: operation.after)
    return checksum.value
  }
}

extension Checksum {
  /// Adds a value: the number of its storage class as one word, then what it holds.
  package mutating func add(_ value: FieldValue) {
    switch value {
    case .null: add(0 as Int64)
    case .integer(let number):
      add(1 as Int64)
      add(number)
    case .real(let number):
      add(2 as Int64)
      add(Int64(bitPattern: number.bitPattern))
    case .text(let text):
      add(3 as Int64)
      add(text)
    case .blob(let bytes):
      add(4 as Int64)
      add(bytes)
    }
  }

  fileprivate mutating func add(optional value: FieldValue?) {
    add(value == nil ? 0 : 1 as Int64)
    if let value { add(value) }
  }
}
