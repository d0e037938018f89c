public import SharedStoreModel

/// Documents as Swift values: a field for each member of the value.
///
/// Truth is 1 or 0. A number that no field holds exactly, and a member with parts of its own, are
/// text. A member without a value has no field.
package enum FieldCoding {
  /// The fields of a value.
  /// - Throws: `badInput`, with the path, for a value that has no members or cannot be written as
  ///   JSON, and for a member whose name no field can have.
  package static func encode(
    _ value: some Encodable
  ) throws(StoreError) -> [FieldName: FieldValue] {
    let json: JSONValue
    do {
      json = try JSONTreeEncoder.encode(value)
    } catch {
      throw .notJSON(error)
    }
    guard case .object(let members) = json else {
      throw StoreError(.badInput, "A document is a value with members, such as a struct.")
    }
    var fields: [FieldName: FieldValue] = [:]
    for (name, member) in members {
      guard let field = FieldName(name) else {
        throw StoreError(
          .badInput, "\(JSONPath([.name(name)]).text) is not the name of a field.",
          hint: "A name has 1 to 200 bytes, on one line.")
      }
      fields[field] =
        switch member {
        case .array, .object: .text(member.canonicalText)
        default: FieldJSON.decode(member)
        }
    }
    return fields
  }

  /// A value from fields; those it has no members for are left aside.
  /// - Throws: `unsupportedFormat`, with the member that does not fit.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from fields: [FieldName: FieldValue]
  ) throws(StoreError) -> Value {
    var members: [String: JSONValue] = [:]
    for (field, value) in fields { members[field.text] = plain(value) }
    do {
      return try JSONTreeDecoder.decode(type, fromFields: members)
    } catch {
      throw .otherShape(error)
    }
  }

  /// Without the class, since the value's type says which one is meant.
  private static func plain(_ value: FieldValue) -> JSONValue {
    guard case .real(let number) = value, let plain = JSONNumber(number) else {
      return FieldJSON.encode(value)
    }
    return .number(plain)
  }
}

extension StoreDocument {
  /// The document as a value of a type whose members are named as its fields are.
  ///
  /// Fields that the type has no members for are left aside.
  /// - Parameter type: The type of the value.
  /// - Returns: The value.
  /// - Throws: `unsupportedFormat`, with the member that is missing or does not fit.
  public func decode<Value: Decodable>(_ type: Value.Type) throws(StoreError) -> Value {
    try FieldCoding.decode(type, from: fields)
  }
}
