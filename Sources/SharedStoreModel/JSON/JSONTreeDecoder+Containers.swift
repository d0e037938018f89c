/// The members of an object.
struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONTreeDecoder
  let members: [String: JSONValue]
  let defaults: [String: JSONValue]

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).value == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).value(type)
  }

  func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type, forKey key: Key) throws -> Leaf {
    guard let value = find(key), let decoded = Leaf(jsonValue: value) else {
      return try member(key).leaf(type)
    }
    return decoded
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try member(key).leaf(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try member(key).leaf(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member(JSONStepKey.superclass) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func find(_ key: any CodingKey) -> JSONValue? {
    members[key.stringValue] ?? defaults[key.stringValue]
  }

  private func member(_ key: any CodingKey) throws -> JSONTreeDecoder {
    guard let value = find(key) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "It is missing."))
    }
    return decoder.decoder(value, defaults: defaults[key.stringValue], at: key)
  }
}

/// The elements of an array.
struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
  let decoder: JSONTreeDecoder
  let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(decoder: JSONTreeDecoder, elements: [JSONValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try element(Any.self).value == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value =
      if !isAtEnd, let leaf = type as? any JSONLeaf.Type,
        let decoded = leaf.init(jsonValue: elements[currentIndex]) as? Value
      { decoded } else { try element(type).value(type) }
    currentIndex += 1
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try leaf(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf(type) }

  mutating func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type) throws -> Leaf {
    try leaf(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try element(type).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try element([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try element(Any.self)
    currentIndex += 1
    return decoder
  }

  private mutating func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type) throws -> Leaf {
    let leaf = try element(type).leaf(type)
    currentIndex += 1
    return leaf
  }

  private func element(_ type: Any.Type) throws -> JSONTreeDecoder {
    let key = JSONStepKey.index(currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: codingPath + [key], debugDescription: "There are no more."))
    }
    return decoder.decoder(elements[currentIndex], defaults: nil, at: key)
  }
}

/// One value that is not a container of its own.
struct JSONSingleDecoding: SingleValueDecodingContainer {
  let decoder: JSONTreeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.leaf(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.leaf(type) }
  func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type) throws -> Leaf {
    try decoder.leaf(type)
  }
}

extension JSONValue: Decodable {
  /// Comes out of the values of this package's own decoder.
  /// - Throws: `DecodingError` for any other, which would have changed numbers.
  package init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? JSONTreeDecoder else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "Its numbers would have changed."))
    }
    self = decoder.value
  }
}
