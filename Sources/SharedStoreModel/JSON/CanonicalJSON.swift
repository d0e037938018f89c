/// The one form in which JSON is stored and printed, and the one way in and out of it.
package enum CanonicalJSON {
  /// Encodes a value: sorted names, no white space, numbers as they are.
  /// - Throws: `badInput`, with the path, for what JSON cannot say, for two members of the same
  ///   name, and for more levels than can be read again.
  package static func encode(_ value: some Encodable) throws(StoreError) -> String {
    do {
      return try JSONTreeEncoder.encode(value).canonicalText
    } catch {
      throw .notJSON(error)
    }
  }

  /// Parses JSON text of any shape.
  /// - Parameters:
  ///   - bytes: The text; a byte order mark before it is passed over.
  ///   - firstLine: The number of its first line, for the message.
  /// - Returns: The value.
  /// - Throws: `badInput` with what is wrong and where, unless the bytes are UTF-8 and one JSON
  ///   value without two members of the same name.
  package static func parse(
    _ bytes: [UInt8], firstLine: Int = 1
  ) throws(StoreError) -> JSONValue {
    do throws(JSONError) {
      return try scan(bytes, firstLine: firstLine)
    } catch {
      throw StoreError(.badInput, "The input is not JSON that can be kept: \(error).")
    }
  }

  /// Parses JSON text of any shape.
  /// - Throws: What is wrong and where, for callers with words of their own.
  package static func scan(
    _ bytes: [UInt8], firstLine: Int = 1
  ) throws(JSONError) -> JSONValue {
    try JSONScanner.scan(bytes, skipsMark: true, firstLine: firstLine)
  }

  /// Decodes a value; `nil` when the text is no JSON, or not of its shape.
  package static func decode<Value: Decodable>(_ type: Value.Type, from json: String) -> Value? {
    guard let value = try? JSONScanner.scan(Array(json.utf8)) else { return nil }
    return try? JSONTreeDecoder.decode(type, from: value)
  }
}

extension StoreError {
  /// Why a value has no JSON: what and where, but for a foreign error no more than that.
  package static func notJSON(_ error: any Error) -> StoreError {
    guard case .invalidValue(_, let context) = error as? EncodingError else {
      return StoreError(.badInput, "The value cannot be written as JSON: its own coding failed.")
    }
    return StoreError(
      .badInput,
      "The value cannot be written as JSON, at \(JSONPath(context.codingPath).text): "
        + context.debugDescription)
  }
}
