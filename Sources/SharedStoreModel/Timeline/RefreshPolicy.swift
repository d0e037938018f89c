/// When a display may ask for a new timeline: a wish, not a promise.
public enum RefreshPolicy: Hashable, Sendable {
  /// Once the last entry has begun.
  case atEnd
  /// From a date on.
  case after(Timestamp)
  /// Only when the app asks for it.
  case never

  /// This policy with its date no sooner than `soonest`: a reload a few seconds away is a loop.
  func clamped(toSoonest soonest: Timestamp) -> RefreshPolicy {
    guard case .after(let date) = self else { return self }
    return .after(max(date, soonest))
  }
}
