import Foundation

/// A directory of its own in which the built tools can be called by name, as on the pages.
final class Shell {
  /// How a command ended.
  struct Result {
    let output: [String]
    let error: [String]
    let status: Int32
  }

  let directory: URL

  init() throws {
    let name = "SharedStore-\(UUID().uuidString)"
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    directory = temporary.appending(path: name)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  /// Runs a line of the shell.
  ///
  /// Its output goes to files, so no pipe can fill up.
  func run(_ line: String) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = directory
    process.environment = Shell.environment(home: directory)
    process.standardInput = FileHandle.nullDevice
    let (output, error) = (directory.appending(path: ".out"), directory.appending(path: ".err"))
    process.standardOutput = try Shell.writing(output)
    process.standardError = try Shell.writing(error)
    try process.run()
    process.waitUntilExit()
    return Result(
      output: try Shell.lines(output), error: try Shell.lines(error),
      status: process.terminationStatus)
  }

  /// Nothing of the caller's own configuration, and a time zone that is not UTC.
  private static func environment(home: URL) -> [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return [
      "PATH": products.path() + ":" + path, "HOME": home.path(), "TZ": "America/New_York",
      "LC_ALL": "C",
    ]
  }

  /// Where the executables of this package are built: beside the tests, on a Mac beside their
  /// bundle.
  private static var products: URL {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return Bundle.main.bundleURL
  }

  private static func writing(_ file: URL) throws -> FileHandle {
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }

  private static func lines(_ file: URL) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.isEmpty ? [] : text.dropSuffix("\n").components(separatedBy: "\n")
  }
}

extension String {
  fileprivate func dropSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
