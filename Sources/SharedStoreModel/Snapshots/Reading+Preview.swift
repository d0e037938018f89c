extension Reading where Payload: SnapshotPayload {
  /// A reading that no store gave: for previews and for tests of views.
  /// - Parameters:
  ///   - payload: The value.
  ///   - kind: The series; by default the type's own.
  ///   - revision: The revision of the record, and of the store.
  ///   - changedAt: When the record was written.
  /// - Returns: A value as a reader would have got it.
  public static func preview(
    _ payload: Payload, kind: Kind = Payload.kind, revision: Revision = .max,
    changedAt: Timestamp = .init(clampingMilliseconds: 0)
  ) -> Reading {
    .value(
      Snapshot(
        kind: kind, revision: revision, type: Payload.typeName, format: Payload.format,
        payload: payload, changedAt: changedAt,
        writer: WriterIdentity(program: "preview", version: "0")),
      at: StoreToken(storeID: "preview", incarnation: "preview", revision: revision))
  }
}
