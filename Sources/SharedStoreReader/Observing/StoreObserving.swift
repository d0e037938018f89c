package import SharedStoreModel

/// Looks at a store again and again and says what is news: the machine of every observation, on
/// whatever thread it is asked.
package struct StoreObserving<Value: Sendable>: Sendable {
  private let reader: StoreReader
  private let body: @Sendable (borrowing StoreView) throws -> Value
  /// Whether a value is no news after another one; `nil`: each revision of the store is news.
  private let isSame: (@Sendable (Value, Value) -> Bool)?
  private var sight = StoreSight()
  /// What the last look has found.
  package private(set) var last: Observed<Value>?
  /// Whether the next look may find more without anything having happened: after the news that the
  /// store is not the one it was comes what is there now.
  package private(set) var mayFindMore = true

  package init(
    _ reader: StoreReader, isSame: (@Sendable (Value, Value) -> Bool)?,
    _ body: @escaping @Sendable (borrowing StoreView) throws -> Value
  ) {
    self.reader = reader
    self.isSame = isSame
    self.body = body
  }

  /// Looks at the store.
  /// - Returns: What it finds; `nil` if that is no news.
  package mutating func look() -> Observed<Value>? {
    let found = found()
    let isNews = isNews(found)
    // A store that was removed is missing from then on, for the reason that was told.
    if isNews || found.error?.code != .storeMissing { last = found }
    mayFindMore = isNews && found.error != nil
    return isNews ? found : nil
  }

  private mutating func found() -> Observed<Value> {
    do throws(StoreError) {
      let body = body
      let (value, token) = try reader.read(for: &sight) { view throws(StoreError) in
        (try StoreObserving.called(body, view), view.token)
      }
      return .value(value, at: token)
    } catch {
      return .unavailable(error)
    }
  }

  private static func called(
    _ body: (borrowing StoreView) throws -> Value, _ view: borrowing StoreView
  ) throws(StoreError) -> Value {
    do {
      return try body(view)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.failed, "What is observed could not be made of what was read.")
        .at(view.token.revision)
    }
  }

  private func isNews(_ found: Observed<Value>) -> Bool {
    switch (last, found) {
    case (nil, _), (.value, .unavailable), (.unavailable, .value): true
    case (.value(let old, let before), .value(let new, let now)):
      if let isSame { !isSame(old, new) } else { before != now }
    case (.unavailable(let old), .unavailable(let new)):
      old.code != new.code && !(old.code == .removed && new.code == .storeMissing)
    }
  }
}

extension StoreObserving<Snapshot<StoredPayload>> {
  /// Looks at the records of a kind as they are stored.
  package init(_ reader: StoreReader, records kind: Kind) {
    self.init(reader, isSame: { $0.revision == $1.revision }) { view throws(StoreError) in
      guard let snapshot = try view.snapshot(of: kind) else {
        throw StoreError.noSuchKind.at(view.token.revision)
      }
      return snapshot
    }
  }
}
