#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measures the store beside what the SQLite C API can do on this machine, in the same run.
///
/// ```
/// swift run -c release StoreBenchmarks [--json] [--quick] [--tools=FOLDER] [case …]
/// ```
///
/// The cases of whole processes start the tools that lie in the folder, by default beside this
/// program.
@main
enum StoreBenchmarks {
  private static let names = [
    "publish.full", "publish.relaxed", "pages", "contention.2", "contention.8", "read.hot",
    "read.version", "edit.journaled", "edit.grouped", "edit.limited", "edit.million", "undo.group",
    "drag.1000", "progress.tick", "import.files", "job.list",
    "debounce.input", "search.prefix", "search.index", "search.import", "coldstart.extension",
    "oneshot", "today", "notice", "watch.idle.1", "watch.idle.20", "changes",
  ]

  static func main() {
    do throws(BenchmarkError) {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      let text = "Error: \(error)\n"
      _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      exit(1)
    }
  }

  private static let toolsOption = "--tools="

  private static func run(_ arguments: [String]) throws(BenchmarkError) {
    if arguments.first == "--worker" { return try Worker.run(Array(arguments.dropFirst())) }
    let folder = arguments.last { $0.hasPrefix(toolsOption) }?.dropFirst(toolsOption.count)
    let options = arguments.filter { $0.hasPrefix("--") && !$0.hasPrefix(toolsOption) }
    let chosen = arguments.filter { !$0.hasPrefix("--") }
    guard Set(options).isSubset(of: ["--json", "--quick"]), Set(chosen).isSubset(of: names) else {
      throw BenchmarkError(
        "cases: " + names.joined(separator: ", ") + "; --json, --quick, --tools=FOLDER")
    }
    let settings = options.contains("--quick") ? Settings.quick : .standard
    let tools = ToolCase(tools: folder.map(String.init) ?? ToolCase.besideThis)
    var results: [CaseResult] = []
    for name in names where chosen.isEmpty || chosen.contains(name) {
      results += try measure(name, settings, tools)
    }
    print(options.contains("--json") ? try Report.json(results) : Report.table(results))
  }

  private static func measure(
    _ name: String, _ settings: Settings, _ tools: ToolCase
  ) throws(BenchmarkError) -> [CaseResult] {
    switch name {
    case "pages": try PagesCase.all()
    case "search.prefix": try SearchCase.prefix(settings: settings)
    case "coldstart.extension": [try tools.coldStart(settings: settings)]
    case "oneshot": [try tools.oneShot(settings: settings)]
    case "today": try TodayCase.all(settings: settings)
    default: [try measureOne(name, settings)]
    }
  }

  private static func measureOne(
    _ name: String, _ settings: Settings
  ) throws(BenchmarkError) -> CaseResult {
    switch name {
    case "publish.full": try PublishCase.run(name, synchronous: .full, settings: settings)
    case "publish.relaxed": try PublishCase.run(name, synchronous: .normal, settings: settings)
    case "contention.2": try ContentionCase.run(writers: 2, settings: settings)
    case "contention.8": try ContentionCase.run(writers: 8, settings: settings)
    case "read.hot": try ReadCase.hot(settings: settings)
    case "read.version": try ReadCase.version(settings: settings)
    case "edit.journaled": try EditCase.journaled(settings: settings)
    case "edit.grouped": try UndoCase.grouped(settings: settings)
    case "edit.limited": try UndoCase.limits(settings: settings)
    case "edit.million": try EditCase.million(settings: settings)
    case "undo.group": try UndoCase.group(settings: settings)
    case "progress.tick": try JobCase.tick(settings: settings)
    case "import.files": try JobCase.importFiles(settings: settings)
    case "debounce.input": try DebounceCase.run(settings: settings)
    case "search.index": try SearchCase.index(settings: settings)
    case "search.import": try JobCase.importTexts(settings: settings)
    case "notice": try NoticeCase.run(settings: settings)
    case "watch.idle.1": try NoticeCase.idle(watchers: 1, settings: settings)
    case "watch.idle.20": try NoticeCase.idle(watchers: 20, settings: settings)
    case "changes": try ChangesCase.run(settings: settings)
    case "job.list": try JobCase.list(settings: settings)
    default: try UndoCase.drag(settings: settings)
    }
  }
}

/// How long and how often.
struct Settings {
  let rounds: Int
  let roundMilliseconds: Int64
  let contentionMilliseconds: Int
  /// How many processes write once and end.
  let processes: Int
  /// How many writers are killed, of each kind of keeping.
  let kills: Int
  /// How many documents a large store has.
  let documents: Int
  /// The stores that are searched, by their number of documents.
  let searchedDocuments: [Int]
  /// The histories that undo is measured on, shortest first.
  let historyLengths: [Int]

  static let standard = Settings(
    rounds: 7, roundMilliseconds: 1_000, contentionMilliseconds: 3_000,
    processes: 10_000, kills: 60, documents: 1_000_000,
    searchedDocuments: [60_000, 1_000_000], historyLengths: [100, 10_000, 300_000])
  static let quick = Settings(
    rounds: 3, roundMilliseconds: 250, contentionMilliseconds: 1_000,
    processes: 300, kills: 3, documents: 20_000,
    searchedDocuments: [20_000], historyLengths: [100, 1_000, 10_000])
}
