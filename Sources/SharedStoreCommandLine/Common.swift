/// The options that every command of both tools accepts.
package enum Common {
  package static let config = Argument.option(
    "config", value: "file",
    help: "Read this configuration file. (environment: SHARED_STORE_CONFIG)")
  package static let appGroup = Argument.option(
    "app-group", value: "id",
    help: "The app group whose store is meant. (environment: SHARED_STORE_APP_GROUP)")
  package static let container = Argument.option(
    "container", value: "directory",
    help: "The app group's container. (environment: SHARED_STORE_CONTAINER)")
  package static let format = Argument.option(
    "format", value: "format", help: "How results are shown.", default: "text",
    allowed: ["text", "json"])
  package static let json = Argument.flag("json", help: "The same as --format json.")
  package static let timeout = Argument.option(
    "timeout", value: "duration", help: "How long to wait for other processes.", default: "5s")
  package static let logLevel = Argument.option(
    "log-level", value: "level", help: "What to log on standard error.", default: "off",
    allowed: EventLog.Level.allCases.map { $0.rawValue })
  /// Of the commands that only read.
  package static let asIs = Argument.flag(
    "as-is", help: "Read a store that has lost announced commits as it is.")

  package static let all = [config, appGroup, container, format, json, timeout, logLevel]
}
