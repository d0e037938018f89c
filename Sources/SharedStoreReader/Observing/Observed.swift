public import SharedStoreModel

/// What an observation has found: a value and where the store stood, or why there is none.
///
/// That the store is not the one it was is one of the reasons: `removed`, `replaced` or `rewound`
/// comes once, and what is read after it is of the store that is there now.
public enum Observed<Value: Sendable>: Sendable {
  /// What was read, and where the store stood.
  case value(Value, at: StoreToken)
  /// Nothing could be read, and why.
  case unavailable(StoreError)

  /// What was read, if anything was.
  public var value: Value? {
    guard case .value(let value, _) = self else { return nil }
    return value
  }

  /// Why nothing was read, if nothing was.
  public var error: StoreError? {
    guard case .unavailable(let error) = self else { return nil }
    return error
  }

  /// Where the store stood, as far as that was read.
  public var storeRevision: Revision? {
    switch self {
    case .value(_, let token): token.revision
    case .unavailable(let error): error.storeRevision
    }
  }
}

extension Observed: Equatable where Value: Equatable {}
extension Observed: Hashable where Value: Hashable {}

extension Observed {
  /// What was found of a record, as one reading would have it.
  package func reading<Payload>() -> Reading<Payload> where Value == Snapshot<Payload> {
    switch self {
    case .value(let snapshot, let token): .value(snapshot, at: token)
    case .unavailable(let error): .unavailable(error)
    }
  }
}
