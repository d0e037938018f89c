package import SharedStoreModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one form in which JSON is stored and printed: sorted keys, no white space, slashes as they
/// are (contract R5).
package enum CanonicalJSON {
  /// Encodes a value.
  /// - Throws: `badInput` for what JSON cannot say, such as an infinite number.
  package static func encode(_ value: some Encodable) throws(StoreError) -> String {
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw StoreError(.badInput, "The value cannot be written as JSON.")
    }
  }

  /// Decodes a value; `nil` when the JSON does not have its shape.
  package static func decode<Value: Decodable>(_ type: Value.Type, from json: String) -> Value? {
    guard JSONText.isDecodable(json.utf8) else { return nil }
    return try? decoder.decode(type, from: Data(json.utf8))
  }

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .millisecondsSince1970
    return encoder
  }()

  private static let decoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return decoder
  }()

  /// Parses JSON text of any shape.
  /// - Throws: `badInput` unless the bytes are UTF-8 and one JSON value.
  package static func parse(_ bytes: [UInt8]) throws(StoreError) -> JSONValue {
    guard
      let text = String(validating: bytes, as: UTF8.self),
      let value = decode(JSONValue.self, from: text)
    else {
      throw StoreError(
        .badInput, "The input is not one JSON value in UTF-8.",
        hint: "At most \(JSONText.maximumDepth) arrays and objects may lie inside each other.")
    }
    return value
  }
}
