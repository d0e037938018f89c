import SharedStore
import SharedStoreCommandLine

/// `import PATH…` and `export FILE`.
enum TransferCommands {
  private static let paths = Argument.positional(
    "path", help: "Files, or folders with text, Markdown and JSON files.", repeats: true)
  private static let onError = Argument.option(
    "on-error", value: "policy", help: "What a file does that cannot be imported.",
    default: "fail", allowed: ImportJob.ErrorPolicy.allCases.map(\.rawValue))
  private static let replace = Argument.flag(
    "replace", help: "Edit different documents of the same id, as an undo group.")
  private static let enqueue = Argument.flag(
    "enqueue", help: "Only create the job; 'job run' runs it.")
  private static let file = Argument.positional(
    "file", help: "The file; it is replaced if it exists.")

  static var commands: [Command] {
    [
      Command(
        "import", abstract: "Make documents of files, all visible at one revision.",
        arguments: [paths, onError, replace, enqueue], action: Action(importFiles)),
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
    let job = ImportJob(
      paths: given,
      onError: ImportJob.ErrorPolicy(rawValue: run.arguments.required(onError)) ?? .fail,
      replace: run.arguments.isSet(replace))
    let work = try JobCall(run)
    let id = try work.runner.create(job)
    try work.start(id, enqueued: run.arguments.isSet(enqueue))
  }

  private static func export(_ run: Invocation) throws(StoreError) {
    let work = try JobCall(run)
    let id = try work.runner.create(ExportJob(path: run.arguments.required(file)))
    try work.start(id, enqueued: run.arguments.isSet(enqueue))
  }
}
