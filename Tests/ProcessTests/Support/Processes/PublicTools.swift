import Foundation
import SharedStoreTesting
import TestSupport
import Testing

/// The tools where any user can run them: the built ones, or copies with their libraries if the
/// build folder is closed to others.
struct PublicTools {
  private let copies: TemporaryDirectory?

  init() throws {
    var probe = Launch(OtherUser.prefix + [Tool.extension.path, "--version"])
    probe.workingDirectory = "/"
    guard try Child(probe).wait().exitCode != 0 else {
      copies = nil
      return
    }
    let folder = try TemporaryDirectory()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path)
    for tool in Tool.forPeople {
      try PublicTools.run(["/bin/cp", tool.path] + PublicTools.libraries(of: tool) + [folder.path])
    }
    try PublicTools.run(["/bin/chmod", "-R", "a+rX", folder.path])
    copies = folder
  }

  /// Runs a tool on a bench's store as a user who does not own it.
  func run(
    _ tool: Tool, _ arguments: String..., in bench: Workbench, prefix: [String] = []
  ) throws -> Outcome {
    var launch = Launch(prefix + OtherUser.prefix + [path(of: tool)] + arguments)
    launch.environment = bench.store.environment
    launch.environment["LD_LIBRARY_PATH"] = copies?.path
    launch.workingDirectory = "/"
    return try Child(launch).wait()
  }

  private func path(of tool: Tool) -> String {
    copies.map { $0.path + "/" + tool.rawValue } ?? tool.path
  }

  /// The toolchain's libraries, which may lie where another user cannot look.
  private static func libraries(of tool: Tool) throws -> [String] {
    let outcome = try Child(Launch(["/usr/bin/ldd", tool.path])).wait()
    return outcome.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("/") && $0.contains("swift") }
        .map(String.init)
    }
  }

  private static func run(_ command: [String]) throws {
    try #require(try Child(Launch(command)).wait().exitCode == 0, "\(command)")
  }
}
