import SharedStoreCommandLine
import SharedStoreReader

/// `timeline KIND`: what a display shows and when.
enum TimelineCommand {
  private static let kind = Argument.positional("kind", help: "The kind of the timeline.")
  private static let now = Argument.option(
    "now", value: "date", help: "The date of the first entry; by default the system clock's.")
  private static let interval = Argument.option(
    "interval", value: "duration", help: "The distance to the second entry.", default: "15m")
  private static let policy = Argument.option(
    "policy", value: "policy", help: "When the display may ask again.", default: "at-end",
    allowed: ["at-end", "never"])
  private static let refreshAfter = Argument.option(
    "refresh-after", value: "date", help: "The display may ask again from this date on.")
  private static let follow = Argument.flag(
    "follow", help: "Show each new timeline: at the policy's date, and of each new record.")
  private static let report = Argument.option(
    "report", value: "name", help: "Leave a report for 'diagnose' under this reader's name.")

  static var command: Command {
    Command(
      "timeline", abstract: "Compute the timeline of a kind.",
      arguments: [kind, now, interval, policy, refreshAfter, follow, report], action: Action(show))
  }

  private static func show(_ run: Invocation) throws(StoreError) {
    let kind = try run.arguments.kind(kind)
    let given = try run.arguments.date(now)
    let interval = try interval(run)
    let policy = try policy(run)
    let name = try readerName(run)
    let reader = try run.reader()
    if run.arguments.isSet(follow) {
      guard given == nil else {
        throw StoreError(run.arguments.usageError("'--now' and '--follow' exclude each other."))
      }
      return try show(
        run, reader, kind, as: name, FollowedTimeline(interval: interval, policy: policy))
    }
    let reading = reader.readStored(kind)
    let timeline = SnapshotTimeline(
      now: given ?? .now, reading: reading, interval: interval, policy: policy)
    if let name { reader.report(timeline, of: reading, kind: kind, as: name) }
    let report = TimelineReport(kind, timeline, reading, isNowOverridden: given != nil)
    try run.output.show(report, report.text)
    if let error = reading.error {
      run.output.show(error)
      throw .reported(error.code)
    }
  }

  private static func readerName(_ run: Invocation) throws(StoreError) -> ReaderName? {
    guard let text = run.arguments[report] else { return nil }
    guard let name = ReaderName(text) else {
      let rule = "A name has 1 to 128 of the characters A-Z, a-z, 0-9, '.', '_' and '-'."
      throw StoreError(run.arguments.invalid(report, rule))
    }
    return name
  }

  /// Shows one timeline after the other, until a signal ends it.
  private static func show(
    _ run: Invocation, _ reader: StoreReader, _ kind: Kind, as name: ReaderName?,
    _ followed: FollowedTimeline<StoredPayload>
  ) throws(StoreError) {
    var (followed, records) = (followed, StoreObserving(reader, records: kind))
    var watch = try StoppableWatch(reader, for: nil)
    while true {
      repeat {
        _ = records.look()
        guard let reading = records.last?.reading() else { break }
        if followed.timeline == nil, let error = reading.error, error.code == .configuration {
          throw error
        }
        if let timeline = followed.advance(to: .now, reading: reading) {
          if let name { reader.report(timeline, of: reading, kind: kind, as: name) }
          let report = TimelineReport(kind, timeline, reading, isNowOverridden: false)
          try run.output.show(report, report.text)
        }
      } while records.mayFindMore
      _ = try watch.wait(until: followed.refreshDate)
    }
  }

  private static func interval(_ run: Invocation) throws(StoreError) -> TimelineInterval {
    let milliseconds = try run.arguments.milliseconds(interval) ?? 0
    guard let interval = TimelineInterval(milliseconds: milliseconds) else {
      throw StoreError(run.arguments.invalid(interval, "It is from 1m to 365d."))
    }
    return interval
  }

  private static func policy(_ run: Invocation) throws(StoreError) -> RefreshPolicy {
    if let date = try run.arguments.date(refreshAfter) {
      guard !run.arguments.isGiven(policy) else {
        throw StoreError(
          run.arguments.usageError("'--policy' and '--refresh-after' exclude each other."))
      }
      return .after(date)
    }
    return run.arguments[policy] == "never" ? .never : .atEnd
  }
}

/// A timeline as `timeline` shows it.
private struct TimelineReport: Encodable {
  struct Entry: Encodable {
    let date: String
    let state: String
    let reason: String?
    let revision: Revision?
    let count: Int64?
    let title: String?
    let payload: PayloadReport?
  }

  let kind: String
  let now: String?
  let nowOverridden: Bool
  let state: String
  let reason: String?
  let revision: Revision?
  let storeRevision: Revision?
  let entries: [Entry]
  let policy: String
  let refreshDate: String?

  init(
    _ kind: Kind, _ timeline: SnapshotTimeline<StoredPayload>, _ reading: Reading<StoredPayload>,
    isNowOverridden: Bool
  ) {
    self.kind = kind.text
    now = timeline.entries.first.map { DateText.format($0.date) }
    nowOverridden = isNowOverridden
    state = reading.error == nil ? "value" : "unavailable"
    reason = reading.error?.code.word
    revision = reading.snapshot?.revision
    storeRevision = reading.storeRevision
    entries = timeline.entries.map(Entry.init)
    policy =
      switch timeline.policy {
      case .atEnd: "at-end"
      case .after: "after"
      case .never: "never"
      }
    refreshDate = timeline.refreshDate.map(DateText.format)
  }

  var text: String {
    let again = refreshDate.map { " (ask again from \($0))" } ?? ""
    let overridden = nowOverridden ? ", now overridden" : ""
    return (entries.map(\.text) + ["policy \(policy)\(again)\(overridden)"])
      .joined(separator: "\n")
  }
}

extension TimelineReport.Entry {
  init(_ entry: SnapshotEntry<StoredPayload>) {
    date = DateText.format(entry.date)
    let stored = entry.snapshot?.payload
    revision = entry.snapshot?.revision
    count = stored?.count
    title = stored?.title
    payload = stored.map { PayloadReport(json: $0.json) }
    switch entry.state {
    case .value: (state, reason) = ("value", nil)
    case .unavailable(let code): (state, reason) = ("unavailable", code.word)
    }
  }

  var text: String {
    let shown =
      if let count { "\(count)" + (title.map { " \($0)" } ?? "") } else {
        payload?.json ?? "default (\(reason ?? ""))"
      }
    return "\(date)  \(shown.displayable)" + (revision.map { "  revision \($0)" } ?? "")
  }
}
