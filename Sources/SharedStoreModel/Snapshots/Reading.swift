/// What a reader got: a value with its revision, or a reason why there is none.
///
/// Reading never throws, and a failed read is never a value: zero is a count, "could not read" is
/// not.
public enum Reading<Payload: Sendable>: Sendable {
  /// The record, and where the store stood when it was read.
  case value(Snapshot<Payload>, at: StoreToken)
  /// No value, and why.
  case unavailable(StoreError)

  /// The record, if there is one.
  public var snapshot: Snapshot<Payload>? {
    guard case .value(let snapshot, _) = self else { return nil }
    return snapshot
  }

  /// Why there is no value, if there is none.
  public var error: StoreError? {
    guard case .unavailable(let error) = self else { return nil }
    return error
  }

  /// The record.
  /// - Throws: Why there is none.
  public func get() throws(StoreError) -> Snapshot<Payload> {
    switch self {
    case .value(let snapshot, _): return snapshot
    case .unavailable(let error): throw error
    }
  }

  /// Where the store stood, as far as that was read.
  public var storeRevision: Revision? {
    switch self {
    case .value(_, let token): token.revision
    case .unavailable(let error): error.storeRevision
    }
  }

  /// The same reading with its payload seen another way; a failure to see it becomes the reason.
  public func map<Other: Sendable>(
    _ transform: (Payload) throws(StoreError) -> Other
  ) -> Reading<Other> {
    switch self {
    case .unavailable(let error): return .unavailable(error)
    case .value(let snapshot, let token):
      do throws(StoreError) {
        return .value(try snapshot.map(transform), at: token)
      } catch {
        return .unavailable(error.at(token.revision))
      }
    }
  }
}

extension Reading: Equatable where Payload: Equatable {}
extension Reading: Hashable where Payload: Hashable {}
