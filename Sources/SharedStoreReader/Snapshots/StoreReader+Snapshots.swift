public import SharedStoreModel

extension StoreReader {
  /// The newest value of a payload type.
  /// - Parameters:
  ///   - type: The type to read.
  ///   - kind: The series, when it is not the type's own.
  /// - Returns: The value, or why there is none.
  public func read<Payload: SnapshotPayload>(
    _ type: Payload.Type, kind: Kind = Payload.kind
  ) -> Reading<Payload> {
    readStored(kind).typed(as: type)
  }

  /// The newest count of a kind.
  public func readCount(_ kind: Kind) -> Reading<CountSnapshot> {
    read(CountSnapshot.self, kind: kind)
  }

  /// The kept versions of a kind, newest first, and where the store stood.
  /// - Throws: `notFound` for an unknown kind, else as ``token()``.
  public func versions(
    of kind: Kind
  ) throws(StoreError) -> (versions: [SnapshotVersion], token: StoreToken) {
    try read { view throws(StoreError) in
      let versions = try view.versions(of: kind)
      guard !versions.isEmpty else { throw StoreError.noSuchKind.at(view.token.revision) }
      return (versions, view.token)
    }
  }

  /// Every kind with its newest revision, in the order of its text's bytes.
  /// - Throws: As ``token()``.
  public func kinds() throws(StoreError) -> (kinds: [KindSummary], token: StoreToken) {
    try read { view throws(StoreError) in (try view.kinds(), view.token) }
  }
}

extension Reading<StoredPayload> {
  /// The reading as one of a type; a payload that is none becomes the reason.
  func typed<Other: SnapshotPayload>(as type: Other.Type) -> Reading<Other> {
    switch self {
    case .unavailable(let error): return .unavailable(error)
    case .value(let snapshot, let token):
      do throws(StoreError) {
        let payload = try PayloadCoding.typed(snapshot, as: type)
        return .value(snapshot.map { _ in payload }, at: token)
      } catch {
        return .unavailable(error.at(token.revision))
      }
    }
  }
}
