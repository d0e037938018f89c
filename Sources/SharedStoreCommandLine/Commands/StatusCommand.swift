import SharedStoreModel
import SharedStoreReader

/// `status`: what the store is, where it comes from, and what state its files are in.
enum StatusCommand {
  private static let showOrigin = Argument.flag(
    "show-origin", help: "Show where each setting comes from.")

  static var command: Command {
    Command(
      "status", abstract: "Show the identity and state of the store.", arguments: [showOrigin],
      action: Action(show))
  }

  private static func show(_ run: Invocation) throws(StoreError) {
    let configuration = try run.configuration()
    let report = StatusReport(try run.reader().status(), configuration)
    try run.output.show(report, report.text(showOrigin: run.arguments.isSet(showOrigin)))
  }
}

private struct StatusReport: Encodable {
  struct Library: Encodable {
    let version: String
    let walResetBug: String
    let mitigations: [String]
  }

  struct Process: Encodable {
    let pid: Int32
    let stopped: Bool
  }

  struct Setting: Encodable {
    let value: String
    let origin: String
  }

  /// A configuration file that does not count.
  struct Ignored: Encodable {
    let path: String
    let remedy: String?
  }

  let appGroup: Setting
  let container: Setting
  /// Configuration files nearer than what counts that somebody else may have written.
  let ignored: [Ignored]?
  let path: String
  let storeUUID: String
  let incarnation: String
  let schema: Int64
  let storeRevision: Revision
  let announcedRevision: Revision?
  let createdAt: String
  let library: Library
  let databaseBytes: UInt64
  let logBytes: UInt64?
  let lockHolder: Process?
  let pinnedReader: Process?
  let fileSystem: String
  let directoryMode: String
  let storeMode: String

  init(_ status: StoreStatus, _ configuration: Configuration) {
    appGroup = Setting(
      value: configuration.appGroup.value, origin: configuration.appGroup.origin.text)
    container = Setting(
      value: configuration.container?.value
        ?? configuration.location.containerDirectory ?? "",
      origin: (configuration.container?.origin ?? .standard).text)
    let ignored = configuration.ignored.map {
      Ignored(path: $0, remedy: ConfigurationFile.remedy($0))
    }
    self.ignored = ignored.isEmpty ? nil : ignored
    path = status.directory + "/" + StorePaths.storeName
    storeUUID = status.token.storeID
    incarnation = status.token.incarnation
    schema = status.schemaVersion
    storeRevision = status.token.revision
    announcedRevision = status.announcedRevision
    createdAt = DateText.format(status.createdAt)
    library = Library(
      version: status.library.version,
      walResetBug: status.library.hasWALResetBug ? "affected" : "fixed",
      mitigations: LibraryStatus.mitigations)
    databaseBytes = status.databaseBytes
    logBytes = status.logBytes
    lockHolder = status.lockHolder.map { Process(pid: $0.processID, stopped: $0.isStopped) }
    pinnedReader = status.pinnedReader.map { Process(pid: $0.processID, stopped: $0.isStopped) }
    fileSystem = status.fileSystem.name
    directoryMode = String(status.directoryPermissions, radix: 8)
    storeMode = String(status.storePermissions, radix: 8)
  }

  func text(showOrigin: Bool) -> String {
    var rows = [
      ("app group", appGroup.value + (showOrigin ? " (from \(appGroup.origin))" : "")),
      ("container", "\(container.value) (from \(container.origin))"),
      ("store", path),
      ("store UUID", storeUUID),
      ("incarnation", incarnation),
      ("schema", String(schema)),
      ("store revision", String(storeRevision.rawValue)),
      ("created", createdAt),
      ("SQLite", "\(library.version), WAL-reset bug: \(library.walResetBug)"),
      ("mitigations", library.mitigations.joined(separator: ", ")),
      ("database", "\(databaseBytes) bytes"),
      ("log", logBytes.map { "\($0) bytes" } ?? "none"),
      ("file system", fileSystem),
      ("modes", "folder \(directoryMode), store \(storeMode)"),
      ("lock holder", lockHolder.map(describe) ?? "none"),
    ]
    if let announcedRevision {
      rows.append(
        ("announced", "revision \(announcedRevision), above the store: commits are missing"))
    }
    if let pinnedReader { rows.append(("pinned reader", describe(pinnedReader))) }
    for file in ignored ?? [] {
      rows.append(("does not count", file.path + (file.remedy.map { ". " + $0 } ?? "")))
    }
    return rows.map { name, value in
      name + String(repeating: " ", count: 16 - name.count) + value.displayable
    }.joined(separator: "\n")
  }

  private func describe(_ process: Process) -> String {
    "process \(process.pid)" + (process.stopped ? ", stopped" : "")
  }
}

extension Configuration.Origin {
  /// Where a setting was found, in words.
  fileprivate var text: String {
    switch self {
    case .flag: "flag"
    case .environment(let variable): "environment \(variable)"
    case .file(let path): "file \(path)"
    case .standard: "default"
    }
  }
}
