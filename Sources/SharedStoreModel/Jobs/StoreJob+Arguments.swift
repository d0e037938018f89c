extension StoreJob {
  /// The arguments as a value of a type.
  /// - Parameter type: The type whose value the job was created with.
  /// - Returns: The value.
  /// - Throws: `unsupportedFormat`, with the member that is missing or does not fit.
  public func decodeArguments<Value: Decodable>(_ type: Value.Type) throws(StoreError) -> Value {
    do {
      return try JSONTreeDecoder.decode(type, from: JSONScanner.scan(Array(arguments.utf8)))
    } catch {
      throw .otherShape(error)
    }
  }
}
