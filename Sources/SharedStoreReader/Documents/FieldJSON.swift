package import SharedStoreModel

/// Fields as JSON: plain where that loses nothing, else an object that names the class.
package enum FieldJSON {
  /// A value as JSON.
  package static func encode(_ value: FieldValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    // JSON writes 1.0 as 1, which would come back as an integer, and has no infinity at all.
    case .real(let number):
      number.isFinite && number != number.rounded() && !isWhole(number)
        ? .number(number) : .object(["real": .string(number.description)])
    case .text(let text): .string(text)
    case .blob(let bytes): .object(["blob": .string(Hexadecimal.text(bytes))])
    }
  }

  private static func isWhole(_ number: Double) -> Bool { Int64(exactly: number) != nil }

  /// A value from JSON; `nil` for an array, and for an object that names no class.
  package static func decode(_ json: JSONValue) -> FieldValue? {
    switch json {
    case .null: .null
    case .bool(let value): .integer(value ? 1 : 0)
    case .integer(let number): .integer(number)
    case .unsigned: nil
    case .number(let number): .real(number)
    case .string(let text): .text(text)
    case .array: nil
    case .object(let members): typed(members)
    }
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

  /// The fields of an object.
  /// - Throws: `badInput` for a value or a name that no field can have.
  package static func fields(
    _ members: [String: JSONValue]
  ) throws(StoreError) -> [FieldName: FieldValue] {
    var fields: [FieldName: FieldValue] = [:]
    for (name, json) in members {
      guard let name = FieldName(name), let value = decode(json) else {
        throw StoreError(
          .badInput, "A field is not one the store can hold.",
          hint: #"Values: null, booleans, numbers, text, {"real":"inf"}, {"blob":"00ff"}."#)
      }
      fields[name] = value
    }
    return fields
  }
}

/// Bytes as text.
package enum Hexadecimal {
  /// Bytes written in hexadecimal; `nil` for anything else.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }

  /// Bytes in hexadecimal.
  package static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
