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
  /// Whether the members are fields of a document, or this is such a field.
  var place = Place.json

  /// Where a value stands: the fields of a document hold less than JSON does, so they hold some
  /// values in another form.
  enum Place {
    case json, document, field

    /// The place of what lies one level deeper.
    var inside: Place { self == .document ? .field : .json }
  }

  package var codingPath: [any CodingKey] { path?.keys ?? [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A value from JSON.
  /// - Throws: `DecodingError`, or what the value's own coding throws.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from value: JSONValue, defaults: JSONValue? = nil
  ) throws -> Value {
    try JSONTreeDecoder(value: value, defaults: defaults, path: nil).value(type)
  }

  /// A value from the fields of a document.
  /// - Throws: `DecodingError`, or what the value's own coding throws.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, fromFields fields: [String: JSONValue]
  ) throws -> Value {
    var decoder = JSONTreeDecoder(value: .object(fields), defaults: nil, path: nil)
    decoder.place = .document
    return try decoder.value(type)
  }

  /// What else the value of a field may stand for: truth is a number there, and a number with more
  /// digits than a field's or a value with parts is text.
  private var alternative: JSONValue? {
    guard place == .field else { return nil }
    switch value {
    case .number(let number):
      return number.integer().flatMap { [0: .bool(false), 1: .bool(true)][$0] }
    case .string(let text): return try? JSONScanner.scan(Array(text.utf8))
    default: return nil
    }
  }

  /// The value itself as a type.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let leaf = type as? any JSONLeaf.Type else { return try Value(from: self) }
    guard
      let decoded =
        (leaf.init(jsonValue: value) ?? alternative.flatMap { leaf.init(jsonValue: $0) })
        as? Value
    else { throw mismatch(type) }
    return decoded
  }

  /// A value of a type that needs no container, which most are.
  func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type) throws -> Leaf {
    if let decoded = Leaf(jsonValue: value) { return decoded }
    guard let decoded = alternative.flatMap({ Leaf(jsonValue: $0) }) else { throw mismatch(type) }
    return decoded
  }

  /// A decoder for what lies at a key.
  func decoder(_ value: JSONValue, defaults: JSONValue?, at key: any CodingKey) -> JSONTreeDecoder {
    JSONTreeDecoder(
      value: value, defaults: defaults, path: JSONCodingPath(key, below: path), place: place.inside)
  }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.members ?? alternative?.members else {
      throw mismatch([String: JSONValue].self)
    }
    return KeyedDecodingContainer(
      JSONKeyedDecoding<Key>(
        decoder: self, members: members, defaults: defaults?.members ?? [:]))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch (value, alternative) {
    case (.array(let elements), _), (_, .array(let elements)?):
      return JSONUnkeyedDecoding(decoder: self, elements: elements)
    default: throw mismatch([JSONValue].self)
    }
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    JSONSingleDecoding(decoder: self)
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "It is another.")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}
