import SharedStoreModel
import SharedStoreReader

/// `search [QUERY]`: finds documents by their texts.
enum SearchCommand {
  static let query = Argument.positional(
    "query", help: "Words, meant literally; the last one may be the beginning of a word.",
    required: false, repeats: true)
  static let live = Argument.flag(
    "live", help: "Each line of standard input is the search field's new text.")
  static let substring = Argument.flag(
    "substring", help: "Find any part of the text, for scripts without spaces.")
  static let limit = Argument.option(
    "limit", value: "number", help: "The most hits.", default: "20")
  static let debounce = Argument.option(
    "debounce", value: "duration", help: "How long the field must rest.", default: "300ms")
  static let trace = Argument.option(
    "trace", value: "file", help: "Run recorded events on virtual time; opens no store.")

  static var command: Command {
    Command(
      "search", abstract: "Find documents by their texts.",
      arguments: [query, live, substring, limit, debounce, trace], action: Action(run))
  }

  private static func run(_ run: Invocation) throws(StoreError) {
    let words = run.arguments.values(query)
    let modes = [!words.isEmpty, run.arguments.isSet(live), run.arguments.isGiven(trace)]
    guard modes.filter({ $0 }).count == 1 else {
      throw StoreError(run.arguments.usageError("Give either a query, '--live' or '--trace'."))
    }
    if let path = run.arguments[trace] { return try runTrace(run, path) }
    if run.arguments.isSet(live) {
      var live = try LiveSearch(run, delay: try delay(run))
      return try live.perform()
    }
    let text = words.joined(separator: " ")
    let search = DocumentSearch(
      try run.configuration().location, timeout: run.timeout,
      acceptsRewound: run.arguments.isSet(Common.asIs))
    let result = try search.hits(for: text, mode: try mode(run), limit: try limit(run))
    let report = SearchReport(text, result)
    try run.output.show(report, report.text)
  }

  private static func runTrace(_ run: Invocation, _ path: String) throws(StoreError) {
    let bytes = try InputFile.read(path, limit: 16 << 20)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw StoreError(.badInput, "The trace is no UTF-8.")
    }
    var trace = SearchTrace(delay: try delay(run))
    try trace.run(text)
    for line in trace.lines {
      try run.output.show(line, "\(line.ms) \(line.event) \(line.query.displayable)")
    }
    let summary = TraceSummary(dropped: trace.droppedAnswers)
    try run.output.show(summary, "answers dropped: \(summary.dropped)")
  }

  private struct TraceSummary: Encodable {
    let dropped: Int
  }

  private static func delay(_ run: Invocation) throws(StoreError) -> SearchDelay {
    guard let delay = SearchDelay(milliseconds: try run.arguments.milliseconds(debounce) ?? 0)
    else { throw StoreError(run.arguments.invalid(debounce, "It is from 1ms to 60s.")) }
    return delay
  }

  static func mode(_ run: Invocation) throws(StoreError) -> DocumentSearch.Mode {
    run.arguments.isSet(substring) ? .substring : .words
  }

  static func limit(_ run: Invocation) throws(StoreError) -> Int {
    guard let number = try run.arguments.integer(limit), (1...10_000).contains(number) else {
      throw StoreError(run.arguments.invalid(limit, "It is from 1 to 10000."))
    }
    return Int(number)
  }
}

/// What a search found.
struct SearchReport: Encodable {
  struct Hit: Encodable {
    let document: String
    let match: Match?
    let revision: Revision
    let snippet: String
  }

  /// Where in a snippet something stands, in Unicode scalars.
  struct Match: Encodable {
    let length: Int
    let start: Int
  }

  let query: String
  let hits: [Hit]
  let storeRevision: Revision?
  /// Why there was nothing to search for; absent after a search.
  let note: String?

  /// The field was cleared: there is nothing to show any more.
  init(cleared: Bool) {
    (query, hits, storeRevision, note) = ("", [], nil, "cleared")
  }

  init(_ query: String, _ result: SearchResult?) {
    self.query = query
    hits = (result?.hits ?? []).map { hit in
      Hit(
        document: hit.document.text,
        match: hit.match.map { Match(length: $0.count, start: $0.lowerBound) },
        revision: hit.revision, snippet: hit.snippet)
    }
    storeRevision = result?.token.revision
    note = result == nil ? "nothing to search for" : nil
  }

  var text: String {
    if let note { return note }
    if hits.isEmpty { return "no hits" }
    return hits.map { hit in
      let line = String(hit.snippet.map { $0.isNewline ? " " : $0 })
      return "\(hit.document.displayable): \(line.displayable)"
    }.joined(separator: "\n")
  }
}
