/// Any JSON value, with its numbers as they are written.
///
/// Members have no order; the canonical text puts them into one.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  /// The names are told apart as characters: a scan refuses two that are canonically equal.
  case object([String: JSONValue])

  /// The members of an object, `nil` for anything else.
  package var members: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// A whole number of 64 bits, however it is written; `nil` for anything else.
  package var integer: Int64? {
    guard case .number(let number) = self else { return nil }
    return number.integer()
  }

  /// A whole number.
  package static func integer(_ number: Int64) -> JSONValue { .number(JSONNumber(number)) }
}

extension JSONValue: Hashable {
  /// Whether two values have the same canonical text.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { name, member in
          guard let index = right.index(forKey: name) else { return false }
          return right[index].key.hasSameBytes(as: name) && right[index].value == member
        }
    default: false
    }
  }

  /// Hashes what is compared, and no more of an object than its size.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members.count)
    }
  }
}
