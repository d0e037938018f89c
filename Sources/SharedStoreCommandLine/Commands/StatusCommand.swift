import SharedStoreModel
import SharedStoreReader

/// `status`: what the store is, where it comes from, and what state its files are in.
enum StatusCommand {
  private static let showOrigin = Argument.flag(
    "show-origin", help: "Show where each setting comes from, and what does not count.")

  static var command: Command {
    Command(
      "status", abstract: "Show the identity and state of the store.",
      discussion: """
        Of a store that cannot be read, what can be seen from outside is shown all the same, and \
        the exit code is the reason's.
        """,
      arguments: [showOrigin], action: Action(show))
  }

  private static func show(_ run: Invocation) throws(StoreError) {
    let sources = run.configurationSources
    let configuration = sources.resolved
    let location = (try? configuration.get())?.location
    let folder = location.flatMap { try? StorePaths($0) }.map { StoreFolder($0) }
    let status = configuration.flatMap { _ in
      Result { () throws(StoreError) in try run.reader().status() }
    }
    let report = StatusReport(
      try? configuration.get(), folder, status, ignored: sources.ignored(),
      ToolCommands(options: sources.options))
    try run.output.show(report, report.text(showOrigin: run.arguments.isSet(showOrigin)))
    if case .failure(let error) = status {
      run.output.show(error)
      throw .reported(error.code)
    }
  }
}

/// A store as `status` shows it; what cannot be seen of it is left out.
private struct StatusReport: Encodable {
  struct Library: Encodable {
    let version: String
    let walResetBug: String
    let mitigations: [String]
  }

  struct Process: Encodable {
    let pid: Int32
    let stopped: Bool

    init(_ process: LockingProcess) { (pid, stopped) = (process.processID, process.isStopped) }
  }

  struct Notice: Encodable {
    let text: String
    let next: String
    let command: String?

    init(_ condition: StoreCondition, _ commands: ToolCommands) {
      let remedy = condition.remedy(commands)
      (text, next, command) = (condition.text, remedy.text, remedy.command)
    }
  }

  let appGroup: SettingReport?
  let container: SettingReport?
  let ignored: [IgnoredReport]
  let path: String?
  let reason: String?
  let storeUUID: String?
  let incarnation: String?
  let schema: Int64?
  let storeRevision: Revision?
  let announcedRevision: Revision?
  let createdAt: String?
  let library: Library
  let databaseBytes: UInt64?
  let logBytes: UInt64?
  let totalBytes: UInt64?
  let freeBytes: UInt64?
  let lockHolder: Process?
  let pinnedReader: Process?
  let fileSystem: String?
  let directoryMode: String?
  let storeMode: String?
  let notices: [Notice]

  init(
    _ configuration: Configuration?, _ folder: StoreFolder?,
    _ result: Result<StoreStatus, StoreError>, ignored: [IgnoredSetting],
    _ commands: ToolCommands
  ) {
    let status = try? result.get()
    (appGroup, container) = SettingReport.both(configuration)
    self.ignored = ignored.map(IgnoredReport.init)
    path = folder.map { $0.directory + "/" + StorePaths.storeName } ?? configuration?.intendedPath
    reason = if case .failure(let error) = result { error.code.word } else { nil }
    (storeUUID, incarnation) = (status?.token.storeID, status?.token.incarnation)
    (schema, storeRevision) = (status?.schemaVersion, status?.token.revision)
    announcedRevision = status?.announcedRevision
    createdAt = status.map { DateText.format($0.createdAt) }
    let loaded = LibraryStatus.loaded
    library = Library(
      version: loaded.version, walResetBug: loaded.hasWALResetBug ? "affected" : "fixed",
      mitigations: LibraryStatus.mitigations)
    (databaseBytes, logBytes) = (folder?.databaseBytes, folder?.logBytes)
    (totalBytes, freeBytes) = (folder?.totalBytes, folder?.freeBytes)
    lockHolder = folder?.lockHolder.map(Process.init)
    pinnedReader = folder?.pinnedReader.map(Process.init)
    fileSystem = folder?.fileSystem.name
    directoryMode = folder?.directoryPermissions.map { String($0, radix: 8) }
    storeMode = folder?.storePermissions.map { String($0, radix: 8) }
    notices = StoreFolder.conditions(of: folder, status, ignored: ignored).map {
      Notice($0, commands)
    }
  }

  func text(showOrigin: Bool) -> String {
    // Of what cannot be read, where it was looked for is the first question.
    let rows = settings(showOrigin: showOrigin || reason != nil) + identity + files
    let lines = rows.compactMap { name, value in
      value.map { name + String(repeating: " ", count: 16 - name.count) + $0.displayable }
    }
    return (lines + notices.flatMap(lines(of:))).joined(separator: "\n")
  }

  private typealias Row = (name: String, value: String?)

  private func settings(showOrigin: Bool) -> [Row] {
    let origin = showOrigin ? appGroup.map { " (from \($0.origin))" } : ""
    let unused = showOrigin ? ignored.map { ("ignored", "\($0.source) (\($0.reason))") } : []
    return [
      ("app group", appGroup.map { $0.value + (origin ?? "") }),
      ("container", container.map { "\($0.value) (from \($0.origin))" }),
    ] + unused
  }

  private var identity: [Row] {
    [
      ("store", path), ("store UUID", storeUUID), ("incarnation", incarnation),
      ("schema", schema.map { String($0) }),
      ("store revision", storeRevision.map { String($0.rawValue) }), ("created", createdAt),
      ("SQLite", "\(library.version), WAL-reset bug: \(library.walResetBug)"),
      ("mitigations", library.mitigations.joined(separator: ", ")),
    ]
  }

  private var files: [Row] {
    [
      ("database", path == nil ? nil : databaseBytes.map { "\($0) bytes" } ?? "none"),
      ("log", totalBytes == nil ? nil : logBytes.map { "\($0) bytes" } ?? "none"),
      ("all files", totalBytes.map { "\($0) bytes" }),
      ("file system", fileSystem.map { $0 + (freeBytes.map { ", \($0) bytes free" } ?? "") }),
      ("modes", directoryMode.map { "folder \($0), store \(storeMode ?? "none")" }),
      ("lock holder", totalBytes == nil ? nil : lockHolder.map(describe) ?? "none"),
      ("pinned reader", pinnedReader.map(describe)),
    ]
  }

  private func lines(of notice: Notice) -> [String] {
    ["note: " + notice.text.displayable, "  next: " + notice.next.displayable]
      + (notice.command.map { ["  $ " + $0.displayable] } ?? [])
  }

  private func describe(_ process: Process) -> String {
    "process \(process.pid)" + (process.stopped ? ", stopped" : "")
  }
}
