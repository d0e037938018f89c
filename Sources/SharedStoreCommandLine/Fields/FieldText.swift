package import SharedStoreModel
import SharedStoreReader

/// Fields as they are written on a command line: `NAME=VALUE`, or typed, `NAME:real=1`.
package enum FieldText {
  /// What is accepted, for messages.
  package static let rule =
    "Write NAME=VALUE, or NAME:TYPE=VALUE with int, real, text, blob (hex) or null."

  /// Parses one assignment; `nil` when it is none.
  package static func parse(_ text: String) -> FieldChange? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let (left, right) = (text[..<equals], String(text[text.index(after: equals)...]))
    if let colon = left.lastIndex(of: ":"),
      let type = types[String(left[left.index(after: colon)...])]
    {
      guard let name = FieldName(String(left[..<colon])), let value = type(right) else {
        return nil
      }
      return .set(name, value)
    }
    guard let name = FieldName(String(left)) else { return nil }
    return .set(name, plain(right))
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

  /// A value for people; `x'…'` is how SQLite writes bytes.
  package static func show(_ value: FieldValue?) -> String {
    switch value {
    case nil: "(absent)"
    case .null: "null"
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .text(let text): text.displayable
    case .blob(let bytes): "x'\(Hexadecimal.text(bytes))'"
    }
  }
}
