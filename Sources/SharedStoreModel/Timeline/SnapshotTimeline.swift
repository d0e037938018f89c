/// What a display shows and when, computed from a time and a reading and nothing else: the same
/// input gives the same timeline, and building one writes nothing.
///
/// A value gives exactly two entries, `now` and `now + interval`, of the same record: the second
/// keeps a display from running dry while the next timeline is late. Anything else gives one
/// default entry with its reason and asks again after five minutes.
///
/// ```swift
/// let timeline = SnapshotTimeline(now: .now, reading: reader.read(Todo.self))
/// ```
public struct SnapshotTimeline<Payload: Sendable>: Sendable {
  /// One or two entries, their dates strictly increasing.
  public let entries: [SnapshotEntry<Payload>]
  /// When the display may ask for a new timeline.
  public let policy: RefreshPolicy

  /// Computes the timeline.
  /// - Parameters:
  ///   - now: The date of the first entry.
  ///   - reading: What the reader got.
  ///   - interval: The distance to the second entry.
  ///   - policy: When to ask again after a value; a date sooner than five minutes from `now` is
  ///     moved there.
  public init(
    now: Timestamp, reading: Reading<Payload>, interval: TimelineInterval = .quarterHour,
    policy: RefreshPolicy = .atEnd
  ) {
    let soonest = now.advanced(by: .fiveMinutes)
    switch reading {
    case .value(let snapshot, _):
      entries = [now, now.advanced(by: interval)].map {
        SnapshotEntry(date: $0, state: .value(snapshot))
      }
      self.policy = policy.clamped(toSoonest: soonest)
    case .unavailable(let error):
      entries = [SnapshotEntry(date: now, state: .unavailable(reason: error.code))]
      self.policy = .after(soonest)
    }
  }

  /// The entry shown at a time: the latest that has begun, or `nil` before the first.
  public func entry(at time: Timestamp) -> SnapshotEntry<Payload>? {
    entries.last { $0.date <= time }
  }

  /// The date at which what is shown changes next, or `nil` when nothing follows.
  public func nextChange(after time: Timestamp) -> Timestamp? {
    entries.first { $0.date > time }?.date
  }

  /// Whether the last entry has had its turn: it is still shown, but nothing follows it.
  public func isPastEnd(at time: Timestamp) -> Bool {
    entries.last.map { time > $0.date } ?? true
  }

  /// The earliest time at which a new timeline may be asked for, or `nil` for
  /// ``RefreshPolicy/never``.
  public var refreshDate: Timestamp? {
    switch policy {
    case .atEnd: entries.last?.date
    case .after(let date): date
    case .never: nil
    }
  }
}

extension SnapshotTimeline: Equatable where Payload: Equatable {}
extension SnapshotTimeline: Hashable where Payload: Hashable {}
