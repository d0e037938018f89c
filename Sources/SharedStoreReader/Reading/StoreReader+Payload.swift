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
    switch readStored(kind) {
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

  /// The newest count of a kind.
  public func readCount(_ kind: Kind) -> Reading<CountSnapshot> {
    read(CountSnapshot.self, kind: kind)
  }
}
