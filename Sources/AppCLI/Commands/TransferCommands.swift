import SharedStore
import SharedStoreCommandLine

/// `import PATH…` and `export FILE`.
enum TransferCommands {
  /// The path that means standard input or output.
  private static let standardStream = "-"
  private static let paths = Argument.positional(
    "path",
    help: "Files, or folders with text, Markdown and JSON files; '-': lines of standard input.",
    repeats: true)
  private static let onError = Argument.option(
    "on-error", value: "policy", help: "What a file does that cannot be imported.",
    default: "fail", allowed: ImportJob.ErrorPolicy.allCases.map(\.rawValue))
  private static let replace = Argument.flag(
    "replace", help: "Edit different documents of the same id, as an undo group.")
  private static let enqueue = Argument.flag(
    "enqueue", help: "Only create the job; 'job run' runs it.")
  private static let includeHidden = Argument.flag(
    "include-hidden", help: "Also take names of folders that begin with a dot.")
  private static let exclude = Argument.option(
    "exclude", value: "pattern", help: "Leave out such names, or paths if it has a slash.",
    repeats: true)
  private static let idField = Argument.option(
    "id-field", value: "name", help: "Lines of JSON are any objects; this member is the id.")
  private static let dryRun = Argument.flag(
    "dry-run", help: "Only say what would be read and what is left out.")
  private static let file = Argument.positional(
    "file", help: "The file, which is replaced if it exists; '-' is standard output.")

  static var commands: [Command] {
    [
      Command(
        "import", abstract: "Make documents of files, all visible at one revision.",
        arguments: [
          paths, onError, replace, includeHidden, exclude, idField, dryRun, enqueue,
        ], action: Action(importFiles)),
      Command(
        "export", abstract: "Write the documents to a file, a line of JSON each.",
        arguments: [file, enqueue], action: Action(export)),
    ]
  }

  private static func importFiles(_ run: Invocation) throws(StoreError) {
    let given = run.arguments.values(paths)
    // An empty path would become the working directory's, as of a variable that was never set.
    guard !given.isEmpty, !given.contains(where: \.isEmpty) else {
      throw StoreError(run.arguments.usageError("Missing expected argument '<path>'"))
    }
    guard given != [standardStream] else { return try importInput(run) }
    guard !given.contains(standardStream) else {
      throw StoreError(run.arguments.usageError("Standard input, '-', cannot be one of several."))
    }
    let job = job(run, paths: given)
    guard !run.arguments.isSet(dryRun) else {
      let report = PreviewReport(try job.preview())
      return try run.output.show(report, report.text)
    }
    let work = try JobCall(run)
    let id = try work.runner.create(job)
    try work.start(id, enqueued: run.arguments.isSet(enqueue))
  }

  /// Imports JSON Lines from standard input.
  private static func importInput(_ run: Invocation) throws(StoreError) {
    for other in [enqueue, dryRun] where run.arguments.isSet(other) { throw excluded(other, run) }
    let file = try StreamFile("stdin.jsonl")
    try file.fill()
    let work = try JobCall(run)
    try work.start(work.runner.create(job(run, paths: [file.path])), enqueued: false)
  }

  private static func job(_ run: Invocation, paths: [String]) -> ImportJob {
    ImportJob(
      paths: paths,
      onError: ImportJob.ErrorPolicy(rawValue: run.arguments.required(onError)) ?? .fail,
      replace: run.arguments.isSet(replace), includesHidden: run.arguments.isSet(includeHidden),
      excluding: run.arguments.values(exclude), idField: run.arguments[idField])
  }

  private static func export(_ run: Invocation) throws(StoreError) {
    guard run.arguments[file] != standardStream else { return try exportOutput(run) }
    let work = try JobCall(run)
    let id = try work.runner.create(ExportJob(path: run.arguments.required(file)))
    try work.start(id, enqueued: run.arguments.isSet(enqueue))
  }

  /// Exports to standard output, which then has nothing else.
  private static func exportOutput(_ run: Invocation) throws(StoreError) {
    if run.arguments.isSet(enqueue) { throw excluded(enqueue, run) }
    let file = try StreamFile("stdout.jsonl")
    let work = try JobCall(run)
    try work.work(
      work.runner.create(ExportJob(path: file.path)), resuming: false, showsResult: false)
    try file.show()
  }

  private static func excluded(_ argument: Argument, _ run: Invocation) -> StoreError {
    StoreError(run.arguments.usageError("'\(argument.label)' and '-' exclude each other."))
  }
}

/// What an import would do.
private struct PreviewReport: Encodable {
  struct LeftOut: Encodable {
    let name: String
    let reason: String
  }

  let dryRun = true
  let files: Int
  let bytes: Int64
  let leftOut: [LeftOut]

  init(_ preview: ImportPreview) {
    (files, bytes) = (preview.files, preview.bytes)
    leftOut = preview.leftOut.map { LeftOut(name: $0.unit, reason: $0.note) }
  }

  var text: String {
    let lines = leftOut.map { "  \($0.name.displayable): \($0.reason)" }
    return (["\(files) files, \(bytes) bytes; nothing was imported"] + lines)
      .joined(separator: "\n")
  }
}
