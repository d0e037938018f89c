package import SharedStoreModel
import SharedStoreReader

/// The commands on jobs that only read.
package enum JobReaderCommands {
  /// The argument of every command on one job.
  package static let id = Argument.positional("job", help: "The job's number.")
  private static let limit = Argument.option(
    "limit", value: "number", help: "The most jobs, newest first.", default: "50")
  private static let state = Argument.option(
    "state", value: "state", help: "Only jobs in this state.",
    allowed: JobState.allCases.map(\.rawValue))
  private static let kind = Argument.option(
    "kind", value: "kind", help: "Only jobs of this kind, such as import.")

  private static let notes = Argument.option(
    "notes", value: "number", help: "The most notes on units, or 'all'.", default: "20")

  /// `list` and `show`.
  package static var subcommands: [Command] {
    [
      Command(
        "list", abstract: "List the jobs, newest first.", arguments: [state, kind, limit],
        action: Action(list)),
      Command(
        "show", abstract: "Show a job, and what is to be said of its units.",
        arguments: [id, notes], action: Action(show)),
    ].map { $0.readingAsIs }
  }

  /// `job` of a tool that only reads.
  static var command: Command {
    Command("job", abstract: "Show jobs and how far they are.", subcommands: subcommands)
  }

  private static func list(_ run: Invocation) throws(StoreError) {
    guard let number = try run.arguments.integer(limit), (1...100_000).contains(number) else {
      throw StoreError(run.arguments.invalid(limit, "It is from 1 to 100000."))
    }
    let (jobs, token) = try run.reader().jobs(
      limit: Int(number), state: run.arguments[state].flatMap { JobState(rawValue: $0) },
      kind: run.arguments[kind])
    let report = JobsReport(jobs, at: token)
    try run.output.show(report, report.text)
  }

  private static func show(_ run: Invocation) throws(StoreError) {
    let limit = run.arguments.required(notes)
    guard let number = limit == "all" ? .max : Int(limit), number >= 0 else {
      throw StoreError(run.arguments.invalid(notes, "It is a number from 0, or 'all'."))
    }
    try show(run.arguments.jobID(), run, notes: number)
  }

  /// Shows a job.
  /// - Parameters:
  ///   - id: The job.
  ///   - run: The call of the command.
  ///   - limit: The most notes on units.
  /// - Returns: The job.
  /// - Throws: `notFound`, or why the store cannot be read or the result not be shown.
  @discardableResult
  package static func show(
    _ id: JobID, _ run: Invocation, notes limit: Int = 20
  ) throws(StoreError) -> StoreJob {
    let (job, report) = try run.reader().read { view throws(StoreError) in
      let (job, notes) = (try view.job(id), try view.unitNotes(of: id, limit: limit))
      let more = notes.count < limit ? 0 : try view.unitNoteCount(of: id) - notes.count
      return (job, JobReport(job, at: view.token, notes: notes, moreNotes: more))
    }
    try run.output.show(report, report.text)
    return job
  }
}

extension ParsedArguments {
  /// The job's id.
  /// - Throws: `usage` when the text is none.
  package func jobID(_ argument: Argument = JobReaderCommands.id) throws(StoreError) -> JobID {
    guard let id = Int64(self[argument] ?? "").flatMap(JobID.init(rawValue:)) else {
      throw StoreError(invalid(argument, "A job has a number from 1."))
    }
    return id
  }
}
