/// One step of a timeline: from `date` on, this is shown.
public struct SnapshotEntry<Payload: Sendable>: Sendable {
  /// When the entry begins.
  public let date: Timestamp
  /// What is shown.
  public let state: State

  /// A value, or the default with its reason; the two cannot be confused.
  public enum State: Sendable {
    /// The record to show.
    case value(Snapshot<Payload>)
    /// No value: show the default.
    case unavailable(reason: StoreError.Code)
  }

  /// The record to show, if there is one.
  public var snapshot: Snapshot<Payload>? {
    guard case .value(let snapshot) = state else { return nil }
    return snapshot
  }
}

extension SnapshotEntry: Equatable where Payload: Equatable {}
extension SnapshotEntry: Hashable where Payload: Hashable {}
extension SnapshotEntry.State: Equatable where Payload: Equatable {}
extension SnapshotEntry.State: Hashable where Payload: Hashable {}
