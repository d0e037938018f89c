public import SharedStoreModel

extension WriteTransaction.Jobs {
  /// Creates a pending job whose arguments are a value.
  /// - Parameters:
  ///   - kind: What kind of work it is: NFC text of 1 to 200 bytes without control characters.
  ///   - arguments: What to do; `StoreJob.decodeArguments(_:)` gives it back.
  /// - Returns: Its id, which never comes back.
  /// - Throws: `badInput` for a kind that is no name, and for a value that JSON cannot say.
  public func create(kind: String, _ arguments: some Encodable) throws(StoreError) -> JobID {
    try create(kind: kind, arguments: CanonicalJSON.encode(arguments))
  }
}
