/// Decodes Swift values from JSON values.
///
/// Where a member is missing, that of a second value may stand in for it, at any depth. Only asking
/// for a member by its name finds it there: whoever lists the members, as a dictionary does, is
/// told of the record's own alone.
package struct JSONTreeDecoder: Decoder {
  let value: JSONValue
  /// What stands in for missing members.
  let defaults: JSONValue?
  let path: JSONCodingPath?

  package var codingPath: [any CodingKey] { path?.keys ?? [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A value from JSON.
  /// - Throws: `DecodingError`, or what the value's own coding throws.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from value: JSONValue, defaults: JSONValue? = nil
  ) throws -> Value {
    try JSONTreeDecoder(value: value, defaults: defaults, path: nil).value(type)
  }

  /// The value itself as a type.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let leaf = type as? any JSONLeaf.Type else { return try Value(from: self) }
    guard let decoded = leaf.init(jsonValue: value) as? Value else { throw mismatch(type) }
    return decoded
  }

  /// A value of a type that needs no container, which most are.
  func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type) throws -> Leaf {
    guard let decoded = Leaf(jsonValue: value) else { throw mismatch(type) }
    return decoded
  }

  /// A decoder for what lies at a key.
  func decoder(_ value: JSONValue, defaults: JSONValue?, at key: any CodingKey) -> JSONTreeDecoder {
    JSONTreeDecoder(
      value: value, defaults: defaults, path: JSONCodingPath(key, below: path))
  }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.members else { throw mismatch([String: JSONValue].self) }
    return KeyedDecodingContainer(
      JSONKeyedDecoding<Key>(
        decoder: self, members: members, defaults: defaults?.members ?? [:]))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self) }
    return JSONUnkeyedDecoding(decoder: self, elements: elements)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    JSONSingleDecoding(decoder: self)
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "It is another.")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}
