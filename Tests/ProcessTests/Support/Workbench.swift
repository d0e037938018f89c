import SharedStoreTesting
import TestSupport
import Testing

/// A temporary store, a directory to work in, and the tools pointed at both.
///
/// Suites keep one in their instance, which keeps its directories for as long as the test runs.
struct Workbench {
  let store: TemporaryStore
  private let work: TemporaryDirectory

  /// Makes both directories; by default `app init` has created the store.
  init(initialized: Bool = true) throws {
    store = try TemporaryStore()
    work = try TemporaryDirectory()
    if initialized { try app("init").expectSuccess() }
  }

  /// The tools' working directory: empty at first, not in the store's container.
  var folder: String { work.path }

  /// Starts a tool without waiting for it.
  ///
  /// `fault` is where the tool stops or kills itself, such as `before-commit=stop`; `prefix` is a
  /// command that becomes the tool, such as `setpriv` with its options; `errorPath` is a file or
  /// terminal that gets its standard error.
  func start(
    _ tool: Tool, _ arguments: [String], input: String = "", environment: [String: String] = [:],
    fault: String? = nil, prefix: [String] = [], errorPath: String? = nil
  ) throws -> Child {
    #if !FAULT_INJECTION
      if fault != nil { try Test.cancel("SKIPPED: a release build has no fault points.") }
    #endif
    var launch = Launch(prefix + [tool.path] + arguments)
    launch.environment = store.environment.merging(environment) { $1 }
    launch.environment["SHARED_STORE_FAULT"] = fault
    launch.workingDirectory = folder
    launch.input = Array(input.utf8)
    launch.errorPath = errorPath
    return try Child(launch)
  }

  /// Runs a tool to its end.
  @discardableResult
  func run(
    _ tool: Tool, _ arguments: [String], input: String = "", environment: [String: String] = [:],
    fault: String? = nil, prefix: [String] = []
  ) throws -> Outcome {
    try start(
      tool, arguments, input: input, environment: environment, fault: fault, prefix: prefix
    ).wait()
  }

  /// Runs the writer's tool to its end.
  @discardableResult
  func app(_ arguments: String..., input: String = "", fault: String? = nil) throws -> Outcome {
    try run(.app, arguments, input: input, fault: fault)
  }

  /// Runs the reader's tool to its end.
  @discardableResult
  func `extension`(_ arguments: String...) throws -> Outcome {
    try run(.extension, arguments)
  }

  /// Starts the writer's tool and waits until it has stopped itself, at the first time it reaches
  /// a point or a later one.
  func stoppedApp(at point: String, time: Int = 1, _ arguments: String...) throws -> Child {
    let child = try start(.app, arguments, fault: "\(point)=stop:\(time)")
    try child.waitUntilStopped()
    return child
  }

  /// Starts a writer that has opened the store and stopped itself before its first transaction.
  func contentionWriter(
    kind: String = "todo", milliseconds: Int, acknowledging: Bool = false, fault: String? = nil
  ) throws -> Child {
    let child = try start(
      .contentionWriter,
      [store.container, store.appGroup, kind, String(milliseconds)]
        + (acknowledging ? ["acknowledge"] : []), fault: fault)
    try child.waitUntilStopped()
    return child
  }
}
