/// The distance between two timeline entries, on the instant and not on the calendar: no daylight
/// saving, no time zone.
public struct TimelineInterval: Hashable, Sendable {
  /// Milliseconds, from one minute to 365 days.
  public let milliseconds: Int64

  /// 15 minutes, the default between two entries.
  public static let quarterHour = TimelineInterval(unchecked: 900_000)

  /// 5 minutes, the soonest a display may be told to ask again.
  public static let fiveMinutes = TimelineInterval(unchecked: 300_000)

  /// Creates an interval, or `nil` when it is shorter than a minute or longer than 365 days.
  public init?(milliseconds: Int64) {
    guard (60_000...31_536_000_000).contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  private init(unchecked milliseconds: Int64) {
    self.milliseconds = milliseconds
  }
}
