public import SharedStoreModel

/// What reads records: a ``StoreReader``, or something in its place in previews and tests.
public protocol SnapshotReading: Sendable {
  /// The newest value of a payload type.
  /// - Parameters:
  ///   - type: The type to read.
  ///   - kind: The series.
  /// - Returns: The value, or why there is none.
  func read<Payload: SnapshotPayload>(_ type: Payload.Type, kind: Kind) -> Reading<Payload>
}

extension SnapshotReading {
  /// The newest value of a payload type, of the type's own series.
  public func read<Payload: SnapshotPayload>(_ type: Payload.Type) -> Reading<Payload> {
    read(type, kind: Payload.kind)
  }
}

extension StoreReader: SnapshotReading {}

/// Values that stand in for a store, each as the newest record of its type's kind.
///
/// Other kinds have no record, as in a store where nothing was published.
public struct PreviewReader: SnapshotReading {
  private let payloads: [Kind: any SnapshotPayload]

  /// Stands in for a store with values; of two values of one kind the last counts.
  public init(_ payloads: any SnapshotPayload...) {
    self.payloads = payloads.reduce(into: [:]) { $0[type(of: $1).kind] = $1 }
  }

  /// The value of a kind, if it is of the type.
  public func read<Payload: SnapshotPayload>(
    _ type: Payload.Type, kind: Kind
  ) -> Reading<Payload> {
    guard let payload = payloads[kind] else { return .unavailable(.noSuchKind) }
    guard let payload = payload as? Payload else {
      let stored = Swift.type(of: payload).typeName
      return .unavailable(.otherType(stored, wanted: Payload.typeName))
    }
    return .preview(payload, kind: kind)
  }
}
