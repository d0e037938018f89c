package import SharedStoreModel

/// Fields as JSON: plain where that loses nothing, else an object that names the class.
package enum FieldJSON {
  /// A value as JSON.
  package static func encode(_ value: FieldValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): real(number)
    case .text(let text): .string(text)
    case .blob(let bytes): .object(["blob": .string(Hexadecimal.text(bytes))])
    }
  }

  /// Many programs read 1.0 as an integer, and JSON has no infinity at all.
  private static func real(_ number: Double) -> JSONValue {
    guard let plain = JSONNumber(number), number != number.rounded() else {
      return .object(["real": .string(number.description)])
    }
    return .number(plain)
  }

  /// A value from JSON; `nil` for an array, and for an object that names no class.
  ///
  /// A number is an integer if it is written as one of 64 bits is; else a real if the
  /// floating-point number it stands for prints as the same value; else its digits are kept as
  /// text.
  package static func decode(_ json: JSONValue) -> FieldValue? {
    switch json {
    case .null: .null
    case .bool(let value): .integer(value ? 1 : 0)
    case .number(let number): decode(number)
    case .string(let text): .text(text)
    case .array: nil
    case .object(let members): typed(members)
    }
  }

  private static func decode(_ number: JSONNumber) -> FieldValue {
    if let integer = number.canonicalInteger { return .integer(integer) }
    return number.faithfulDouble.map { .real($0) } ?? .text(number.text)
  }

  private static func typed(_ members: [String: JSONValue]) -> FieldValue? {
    guard members.count == 1, let (type, value) = members.first, case .string(let text) = value
    else { return nil }
    switch type {
    case "real": return Double(text).flatMap { $0.isNaN ? nil : .real($0) }
    case "blob": return Hexadecimal.bytes(text).map { .blob($0) }
    default: return nil
    }
  }

  /// The fields of an object, and which of them are numbers that are kept as text.
  /// - Parameters:
  ///   - members: The object's members.
  ///   - member: The name of the object, where it is itself a member.
  /// - Returns: The fields.
  /// - Throws: `badInput`, with the path, for a value or a name that no field can have.
  package static func content(
    _ members: [String: JSONValue], of member: String? = nil
  ) throws(StoreError) -> FieldContent {
    var content = FieldContent()
    for (name, json) in members {
      let path = JSONPath((member.map { [.name($0)] } ?? []) + [.name(name)])
      guard let field = FieldName(name) else {
        throw StoreError(
          .badInput, "\(path.text) is not the name of a field.",
          hint: "A name has 1 to 200 bytes, on one line.")
      }
      guard let value = decode(json) else {
        throw StoreError(
          .badInput, "\(path.text) is not a value that a field can hold.",
          hint: #"Values: null, booleans, numbers, text, {"real":"inf"}, {"blob":"00ff"}."#)
      }
      content.set(field, value, from: json)
    }
    return content
  }

  /// Any JSON as fields: what no field can hold as it is, is kept as JSON text.
  ///
  /// An object gives a field for each member, whose arrays and objects are text. Anything else, and
  /// an object with a name that no field can have, is kept whole in the field `json`.
  package static func content(of value: JSONValue) -> FieldContent {
    guard let members = value.members else { return FieldContent(whole: value) }
    var content = FieldContent()
    for (name, json) in members {
      guard let field = FieldName(name) else { return FieldContent(whole: value) }
      content.set(field, decode(json) ?? .text(json.canonicalText), from: json)
    }
    return content
  }
}
