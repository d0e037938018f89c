/// When a display that is followed gets a new timeline: at the date its policy names, and when what
/// it shows has become another record, or none.
///
/// It has no clock: whoever follows tells it the time.
public struct FollowedTimeline<Payload: Sendable>: Sendable {
  private let interval: TimelineInterval
  private let policy: RefreshPolicy
  private var content: Content?
  /// The timeline in force; `nil` before the first.
  public private(set) var timeline: SnapshotTimeline<Payload>?

  /// What a timeline was made of, as far as another one is made of something else.
  private enum Content: Hashable, Sendable {
    case record(Revision)
    case unavailable(StoreError.Code)
  }

  /// Prepares to follow; the first reading gives the first timeline.
  /// - Parameters:
  ///   - interval: The distance to the second entry of each.
  ///   - policy: When to ask again after a value.
  public init(interval: TimelineInterval = .quarterHour, policy: RefreshPolicy = .atEnd) {
    self.interval = interval
    self.policy = policy
  }

  /// When the next timeline is due, if its record stays the same; `nil` before the first, and for
  /// ``RefreshPolicy/never``.
  public var refreshDate: Timestamp? { timeline?.refreshDate }

  /// Looks whether there is to be a new timeline.
  /// - Parameters:
  ///   - now: The time.
  ///   - reading: What the reader got.
  /// - Returns: The new timeline; `nil` while the one in force stays.
  public mutating func advance(
    to now: Timestamp, reading: Reading<Payload>
  ) -> SnapshotTimeline<Payload>? {
    let content: Content =
      switch reading {
      case .value(let snapshot, _): .record(snapshot.revision)
      case .unavailable(let error): .unavailable(error.code)
      }
    guard content != self.content || isOver(at: now) else { return nil }
    let next = SnapshotTimeline(now: now, reading: reading, interval: interval, policy: policy)
    (self.content, timeline) = (content, next)
    return next
  }

  /// Whether the timeline in force has had its time, or has not begun: a clock was set back.
  private func isOver(at now: Timestamp) -> Bool {
    guard let timeline, let first = timeline.entries.first else { return true }
    return now < first.date || timeline.refreshDate.map { now >= $0 } ?? false
  }
}
