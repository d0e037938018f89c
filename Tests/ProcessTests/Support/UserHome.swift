import Foundation
import SharedStoreTesting
import TestSupport
import Testing

/// A user's home directory with nothing in it, and a project to work in: nothing is configured.
struct UserHome {
  private let root: TemporaryDirectory

  init() throws {
    root = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: project + "/sub", withIntermediateDirectories: true)
  }

  /// The home directory.
  var path: String { root.path }
  /// A directory in it.
  var project: String { path + "/project" }

  /// Runs a tool in the project, or in another directory.
  @discardableResult
  func run(
    _ tool: Tool, _ arguments: [String], environment: [String: String] = [:],
    in folder: String? = nil, prefix: [String] = []
  ) throws -> Outcome {
    var launch = Launch(prefix + [tool.path] + arguments)
    launch.environment = ["HOME": path].merging(environment) { $1 }
    launch.workingDirectory = folder ?? project
    return try Child(launch).wait()
  }

  /// Creates the store of an app group, in the user's data directory or in a container.
  func makeStore(_ appGroup: String, container: String? = nil) throws {
    var environment = ["SHARED_STORE_APP_GROUP": appGroup]
    environment["SHARED_STORE_CONTAINER"] = container
    try run(.app, ["init"], environment: environment).expectSuccess()
  }

  /// Writes a configuration file.
  /// - Returns: Its path.
  @discardableResult
  func configure(
    _ appGroup: String, container: String? = nil, in folder: String? = nil, mode: Int = 0o644
  ) throws -> String {
    let file = (folder ?? project) + "/shared-store.json"
    let content = ["appGroup": appGroup].merging(container.map { ["container": $0] } ?? [:]) { $1 }
    try FileManager.default.createDirectory(
      atPath: folder ?? project, withIntermediateDirectories: true)
    try JSONEncoder().encode(content).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  /// The app group that both tools find, and where from.
  func appGroup(
    _ arguments: [String] = [], environment: [String: String] = [:], in folder: String? = nil
  ) throws -> StatusReport.Setting {
    let settings = try Tool.forPeople.map { tool in
      try run(tool, ["status", "--json"] + arguments, environment: environment, in: folder)
        .decoded(StatusReport.self).appGroup
    }
    #expect(Set(settings).count == 1)
    return settings[0]
  }
}
