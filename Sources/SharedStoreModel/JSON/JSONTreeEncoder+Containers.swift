/// The members of an object.
struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONTreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) throws { try add(.value(.null), key) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try add(encoder.part(value, at: key), key)
  }

  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try add(.value(.number(JSONNumber(value))), key)
  }

  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try add(.value(.number(JSONNumber(value))), key)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    nested(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { nested(JSONStepKey.superclass) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  /// An encoder for a member; asked for twice, the same member is gone on with.
  private func nested(_ key: any CodingKey) -> JSONTreeEncoder {
    if let node = encoder.node.openMember(key.stringValue) {
      return encoder.encoder(for: node, at: key)
    }
    let nested = encoder.encoder(at: key)
    do {
      try add(.node(nested.node), key)
    } catch {
      if let error = error as? EncodingError { encoder.note(error) }
    }
    return nested
  }

  private func add(_ part: JSONNode.Part, _ key: any CodingKey) throws {
    guard encoder.node.add(part, key.stringValue) else {
      throw encoder.failure((), JSONError.Problem.sameName.text, at: key)
    }
  }
}

/// The elements of an array.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: JSONTreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.count }

  private var key: JSONStepKey { .index(count) }

  mutating func encodeNil() throws { encoder.node.add(.value(.null)) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    encoder.node.add(try encoder.part(value, at: key))
  }

  mutating func encode(_ value: Int128) throws {
    encoder.node.add(.value(.number(JSONNumber(value))))
  }

  mutating func encode(_ value: UInt128) throws {
    encoder.node.add(.value(.number(JSONNumber(value))))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nested().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { nested() }

  private func nested() -> JSONTreeEncoder {
    let nested = encoder.encoder(at: key)
    encoder.node.add(.node(nested.node))
    return nested
  }
}

/// One value that is not a container of its own.
struct JSONSingleEncoding: SingleValueEncodingContainer {
  let encoder: JSONTreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws { try set(.value(.null)) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try set(encoder.part(value, at: nil))
  }

  mutating func encode(_ value: Int128) throws { try set(.value(.number(JSONNumber(value)))) }
  mutating func encode(_ value: UInt128) throws { try set(.value(.number(JSONNumber(value)))) }

  private func set(_ part: JSONNode.Part) throws {
    guard encoder.node.set(part) else {
      throw encoder.failure((), "Two values are one.", at: nil)
    }
  }
}

extension JSONValue: Encodable {
  /// Goes into the values of this package's own encoder.
  /// - Throws: `EncodingError` for any other, which would change numbers.
  package func encode(to encoder: any Encoder) throws {
    guard encoder is JSONTreeEncoder else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "Its numbers would change."))
    }
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}
