import SharedStoreModel

/// Values that several tests of this target need.
enum TestValues {
  static let writer = WriterIdentity(program: "app", version: "1.0.0")

  static func revision(_ number: Int64) -> Revision {
    Revision(rawValue: number) ?? .zero
  }

  static func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(clampingMilliseconds: milliseconds)
  }

  static func token(_ revision: Int64, store: String = "s", line: String = "l") -> StoreToken {
    StoreToken(storeID: store, incarnation: line, revision: self.revision(revision))
  }

  static func snapshot<Payload>(_ payload: Payload, revision: Int64 = 7) -> Snapshot<Payload> {
    Snapshot(
      kind: "todo", revision: self.revision(revision), type: "todo", format: 1, payload: payload,
      changedAt: time(1_000), writer: writer)
  }

  static func reading<Payload>(_ payload: Payload, revision: Int64 = 7) -> Reading<Payload> {
    .value(snapshot(payload, revision: revision), at: token(revision + 1))
  }

  static func unavailable(_ code: StoreError.Code) -> Reading<CountSnapshot> {
    .unavailable(StoreError(code, "A sentence."))
  }
}
