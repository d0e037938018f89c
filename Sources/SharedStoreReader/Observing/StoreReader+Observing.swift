public import SharedStoreModel

extension StoreReader {
  /// Observes several things at one store revision, whatever process changes them.
  ///
  /// ```swift
  /// for await observed in reader.observe({ view in try view.snapshot(Todo.self) }) {
  ///   switch observed {
  ///   case .value(let todo, let token): show(todo, token.revision)
  ///   case .unavailable(let error): show(error.code)
  ///   }
  /// }
  /// ```
  /// - Parameter body: Gets the view of each store revision that is looked at; an error that is no
  ///   `StoreError` is told as `failed`.
  /// - Returns: What the body returns, for each of them.
  public func observe<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing StoreView) throws -> Value
  ) -> StoreObservations<Value> {
    StoreObservations(reader: self, observing: StoreObserving(self, isSame: nil, body))
  }

  /// Observes several things at one store revision, whatever process changes them; a value that is
  /// equal to the one before is not told again.
  /// - Parameter body: Gets the view of each store revision that is looked at; an error that is no
  ///   `StoreError` is told as `failed`.
  /// - Returns: What the body returns, each time it is another value.
  public func observe<Value: Sendable & Equatable>(
    _ body: @escaping @Sendable (borrowing StoreView) throws -> Value
  ) -> StoreObservations<Value> {
    StoreObservations(
      reader: self, observing: StoreObserving(self, isSame: { $0 == $1 }, body))
  }

  /// The store revisions, as they are seen: the newest of those that come while one is looked at.
  public func revisions() -> StoreObservations<Revision> {
    observe { view throws(StoreError) in view.token.revision }
  }

  /// The readings of a payload type, each time its record is another one.
  /// - Parameters:
  ///   - type: The type to read.
  ///   - kind: The series, when it is not the type's own.
  /// - Returns: The readings; unavailable with `notFound` while there is no record.
  public func readings<Payload: SnapshotPayload>(
    _ type: Payload.Type, kind: Kind = Payload.kind
  ) -> SnapshotReadings<Payload> {
    let observing = StoreObserving(self, isSame: { $0.revision == $1.revision }) {
      view throws(StoreError) in
      guard let snapshot = try view.snapshot(type, kind: kind) else {
        throw StoreError.noSuchKind.at(view.token.revision)
      }
      return snapshot
    }
    return SnapshotReadings(observations: StoreObservations(reader: self, observing: observing))
  }

  /// A document, each time it is another one: its fields, or where it stands in its history.
  /// - Parameter id: The document.
  /// - Returns: What is found; unavailable with `notFound` while there is no such document.
  public func readings(of id: DocumentID) -> StoreObservations<StoreDocument> {
    observe { view throws(StoreError) in try view.document(id) }
  }
}
