import SharedStore
import SharedStoreCommandLine

/// `init`: creates the store, and a configuration file if there is no configuration yet.
enum InitCommand {
  static var command: Command {
    Command(
      "init", abstract: "Create the store of an app group, unless it exists.",
      discussion: """
        With --app-group, and nothing configured yet, it writes shared-store.json into the working \
        directory, so that both tools find the store from there.
        """,
      action: Action(create))
  }

  private static func create(_ run: Invocation) throws(StoreError) {
    let configuration = try run.configuration()
    let existed = existedBefore(configuration)
    // Opening it once brings the log and its index into being, which a process that may only read
    // cannot do.
    _ = try run.writer(configuration, create: true)
    let found = Found(besides: configuration)
    let written = found == .nothing ? try writeConfiguration(run, configuration) : nil
    let status = try run.reader().status()
    let report = Report(
      path: status.directory + "/" + StorePaths.storeName, storeUUID: status.token.storeID,
      storeRevision: status.token.revision, created: !existed, configuration: written)
    let note = "\nanother store is configured here: name this one with the same options each time"
    try run.output.show(report, report.text + (found == .anotherStore ? note : ""))
  }

  private static func existedBefore(_ configuration: Configuration) -> Bool {
    do throws(StoreError) {
      _ = try StoreFile.inspect(StorePaths(configuration.location))
      return true
    } catch {
      return error.code != .storeMissing
    }
  }

  /// - Returns: The path of the file, if one was written.
  private static func writeConfiguration(
    _ run: Invocation, _ configuration: Configuration
  ) throws(StoreError) -> String? {
    guard configuration.isFromFlagsOnly, run.arguments[Common.config] == nil else { return nil }
    return try ConfigurationFile.create(
      appGroup: configuration.appGroup.value, container: run.arguments[Common.container])
  }

  /// What a command without options finds here.
  private enum Found {
    case nothing, thisStore, anotherStore

    init(besides configuration: Configuration) {
      do throws(StoreError) {
        let found = try Configuration.resolve(appGroup: nil, container: nil, file: nil)
        let isSame = try StorePaths(found.location) == StorePaths(configuration.location)
        self = isSame ? .thisStore : .anotherStore
      } catch {
        self = error == .noConfiguration ? .nothing : .anotherStore
      }
    }
  }

  private struct Report: Encodable {
    let path: String
    let storeUUID: String
    let storeRevision: Revision
    let created: Bool
    let configuration: String?

    var text: String {
      let configured = configuration.map { "\nwrote \($0.displayable)" } ?? ""
      return """
        \(created ? "created" : "exists") \(path.displayable)
        store UUID \(storeUUID), store revision \(storeRevision)\(configured)
        """
    }
  }
}
