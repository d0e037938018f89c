import SharedStoreCommandLine
import SharedStoreReader

/// `watch [KIND]`: each revision of the store, or of a kind, as it is seen.
enum WatchCommand {
  private static let kind = Argument.positional(
    "kind", help: "Show the records of this kind.", required: false)
  private static let count = Argument.option(
    "count", value: "number", help: "End after so many revisions.")
  private static let duration = Argument.option(
    "for", value: "duration", help: "End after this time; with --count it is a failure.")

  static var command: Command {
    Command(
      "watch", abstract: "Show each revision of the store, or of a kind, as it is seen.",
      discussion: """
        The first line is what is there now. After it comes a line for each change that is seen; \
        of several that come at once it is the newest. That the store was removed, replaced or \
        rewound is a line, and then it goes on with what is there. Ctrl-C ends it.
        """,
      arguments: [kind, count, duration], action: Action(run))
  }

  private static func run(_ run: Invocation) throws(StoreError) {
    let reader = try run.reader()
    guard run.arguments.isGiven(kind) else {
      let revisions = StoreObserving(reader, isSame: ==) { view in view.token.revision }
      return try watch(reader, run, revisions) { WatchReport($0) }
    }
    let kind = try run.arguments.kind(kind)
    let records = StoreObserving(reader, records: kind)
    try watch(reader, run, records) { WatchReport(kind, $0.reading()) }
  }

  private static func limit(_ run: Invocation) throws(StoreError) -> Int64 {
    guard let number = try run.arguments.integer(count) else { return .max }
    guard number > 0 else { throw StoreError(run.arguments.invalid(count, "It is at least 1.")) }
    return number
  }

  private static func watch<Value>(
    _ reader: StoreReader, _ run: Invocation, _ observing: StoreObserving<Value>,
    _ report: (Observed<Value>) -> WatchReport
  ) throws(StoreError) {
    let limit = try limit(run)
    var observing = observing
    var watch = try StoppableWatch(reader, for: try run.arguments.milliseconds(duration))
    var (shown, isFirst) = (0 as Int64, true)
    while true {
      if let observed = observing.look() {
        // A store that cannot be looked for at all is no store that may come.
        if isFirst, let error = observed.error, error.code == .configuration { throw error }
        isFirst = false
        let report = report(observed)
        try run.output.show(report, report.text)
        if observed.value != nil { shown += 1 }
        if shown == limit { return }
      }
      if !observing.mayFindMore, try watch.wait() == .ended { break }
    }
    guard limit == .max else {
      throw StoreError(.timedOut, "The time was over after \(shown) of \(limit) revisions.")
    }
  }
}

/// A line of `watch`.
private struct WatchReport: Encodable {
  var state = "value"
  var reason: String?
  var storeRevision: Revision?
  var incarnation: String?
  var kind: String?
  var revision: Revision?
  var count: Int64?
  var title: String?
  var payload: PayloadReport?
  private(set) var text = ""

  private enum CodingKeys: CodingKey {
    case state, reason, storeRevision, incarnation, kind, revision, count, title, payload
  }

  private mutating func note(_ error: StoreError) {
    (state, reason, storeRevision) = ("unavailable", error.code.word, error.storeRevision)
    text = "unavailable (\(error.code)): \(error.message.displayable)"
  }

  /// A revision of the store.
  init(_ observed: Observed<Revision>) {
    switch observed {
    case .unavailable(let error): note(error)
    case .value(let revision, let token):
      (storeRevision, incarnation) = (revision, token.incarnation)
      text = "store revision \(revision)"
    }
  }

  /// A record.
  init(_ name: Kind, _ reading: Reading<StoredPayload>) {
    switch reading {
    case .unavailable(let error):
      note(error)
      kind = name.text
    case .value(let snapshot, let token):
      (storeRevision, incarnation) = (token.revision, token.incarnation)
      (kind, revision) = (name.text, snapshot.revision)
      let stored = snapshot.payload
      (count, title, payload) = (stored.count, stored.title, PayloadReport(json: stored.json))
      text =
        "\(name.text.displayable): \(stored.line.displayable)  revision \(snapshot.revision), "
        + "store revision \(token.revision)"
    }
  }
}
