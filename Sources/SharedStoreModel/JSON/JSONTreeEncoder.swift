/// Encodes Swift values as JSON values, exactly: what is read back is equal.
///
/// The platform's encoder rounds, lets members of the same name replace each other, and recurses as
/// deep as a value asks for.
package final class JSONTreeEncoder: Encoder {
  let node: JSONNode
  let path: JSONCodingPath?
  /// How many arrays and objects enclose the value.
  let depth: Int
  /// How many encoders enclose this one, those included that add no level of JSON.
  private let nesting: Int
  private let failures: Failures

  package var codingPath: [any CodingKey] { path?.keys ?? [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// What went wrong where nothing can be thrown.
  private final class Failures {
    var first: EncodingError?
  }

  /// A value as JSON.
  /// - Throws: `EncodingError` for what JSON cannot say, for two members of the same name and for
  ///   more levels than can be read; or what the value's own coding throws.
  package static func encode(_ value: some Encodable) throws -> JSONValue {
    let encoder = JSONTreeEncoder()
    let json = try encoder.part(value, at: nil).value
    if let failure = encoder.failures.first { throw failure }
    return json
  }

  private init() {
    (node, path, depth, nesting, failures) = (JSONNode(), nil, 0, 0, Failures())
  }

  private init(_ node: JSONNode, _ path: JSONCodingPath?, depth: Int, in outer: JSONTreeEncoder) {
    (self.node, self.path, self.depth) = (node, path, depth)
    (nesting, failures) = (outer.nesting + 1, outer.failures)
  }

  /// An encoder for what lies at a key, one level deeper; or for the value itself.
  func encoder(for node: JSONNode = JSONNode(), at key: (any CodingKey)?) -> JSONTreeEncoder {
    guard let key else { return JSONTreeEncoder(node, path, depth: depth, in: self) }
    let path = JSONCodingPath(key, below: path)
    return JSONTreeEncoder(node, path, depth: depth + 1, in: self)
  }

  /// Encodes what lies at a key, or the value itself.
  func part<Value: Encodable>(_ value: Value, at key: (any CodingKey)?) throws -> JSONNode.Part {
    if let leaf = value as? any JSONLeaf {
      guard let json = leaf.jsonValue else {
        throw failure(value, "It has no form in JSON.", at: key)
      }
      return .value(json)
    }
    let encoder = encoder(at: key)
    // Values that only wrap one another add no level; the stack they take is bounded all the same.
    guard encoder.depth <= JSONGrammar.maximumDepth,
      encoder.nesting <= 2 * JSONGrammar.maximumDepth
    else {
      throw failure(value, JSONError.Problem.tooDeep.text, at: key)
    }
    try value.encode(to: encoder)
    if let stride = (Value.self as? any JSONUnordered.Type)?.stride {
      encoder.node.sort(stride: stride)
    }
    return .node(encoder.node)
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    expect(node.becomeObject())
    return KeyedEncodingContainer(JSONKeyedEncoding<Key>(encoder: self))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    expect(node.becomeArray())
    return JSONUnkeyedEncoding(encoder: self)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONSingleEncoding(encoder: self)
  }

  /// Notes what is wrong with a container, where nothing can be thrown.
  private func expect(_ isOfOneShape: Bool) {
    if !isOfOneShape { note(failure((), "Two kinds of containers are one value.", at: nil)) }
    if depth >= JSONGrammar.maximumDepth {
      note(failure((), JSONError.Problem.tooDeep.text, at: nil))
    }
  }

  func note(_ failure: EncodingError) {
    if failures.first == nil { failures.first = failure }
  }

  func failure(_ value: Any, _ text: String, at key: (any CodingKey)?) -> EncodingError {
    let path = codingPath + (key.map { [$0] } ?? [])
    return .invalidValue(value, .init(codingPath: path, debugDescription: text))
  }
}
