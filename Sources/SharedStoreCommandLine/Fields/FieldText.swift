package import SharedStoreModel
import SharedStoreReader

/// Fields as they are written on a command line: `NAME=VALUE`, or typed, `NAME:real=1`.
package enum FieldText {
  /// What is accepted, for messages.
  package static let rule =
    "Write NAME=VALUE, or NAME:TYPE=VALUE with int, real, text, blob (hex) or null."

  /// Why a text is no assignment; it repeats nothing of it.
  package enum Refusal: Error, Hashable, Sendable {
    case noAssignment
    case name
    case type
    case value

    /// What is wrong, and what is accepted.
    package var reason: String {
      switch self {
      case .noAssignment: FieldText.rule
      case .name: Name.rule("A field's name", maximumBytes: FieldName.maximumBytes)
      case .type:
        """
        What stands behind the last ':' is no type; the types are int, real, text, blob (hex) and \
        null. For a name with a ':', write its type too.
        """
      case .value: "The value is none of its type. \(FieldText.rule)"
      }
    }
  }

  /// Parses one assignment.
  ///
  /// It is split at bytes: a value or a type may begin with a combining mark, which would melt into
  /// one character with the sign before it.
  /// - Throws: Why it is none.
  package static func parse(_ text: String) throws(Refusal) -> FieldChange {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { throw .noAssignment }
    let left = text[..<equals]
    let right = String(text[text.utf8.index(after: equals)...])
    guard let colon = left.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      return .set(try name(left), plain(right))
    }
    let field = try name(left[..<colon])
    guard let type = types[String(left[left.utf8.index(after: colon)...])] else { throw .type }
    guard let value = type(right) else { throw .value }
    return .set(field, value)
  }

  private static func name(_ text: Substring) throws(Refusal) -> FieldName {
    guard let name = FieldName(String(text)) else { throw .name }
    return name
  }

  /// A value without a type: a number only in its canonical spelling, so that nothing a person
  /// wrote, such as `007` or `1e3`, is changed by being stored.
  package static func plain(_ text: String) -> FieldValue {
    switch text {
    case "null": return .null
    case "true": return .integer(1)
    case "false": return .integer(0)
    default: break
    }
    // No canonical spelling of a number is longer.
    guard text.utf8.count <= 32 else { return .text(text) }
    if let number = Int64(text), String(number) == text { return .integer(number) }
    if let number = Double(text), number.isFinite, number.description == text {
      return .real(number)
    }
    return .text(text)
  }

  private static let types: [String: @Sendable (String) -> FieldValue?] = [
    "int": { Int64($0).map { .integer($0) } },
    "real": { text in Double(text).flatMap { $0.isNaN ? nil : .real($0) } },
    "text": { .text($0) },
    "blob": { Hexadecimal.bytes($0).map { .blob($0) } },
    "null": { $0.isEmpty ? .null : nil },
  ]
}
