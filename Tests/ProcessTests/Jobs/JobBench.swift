import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A store and a folder of files for tests of jobs with the real tools.
final class JobBench {
  let root: String

  init() throws {
    var template = Array("/tmp/job-process-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    root = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
    try #require(try app("init").code == 0)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  var files: String { root + "/files" }
  var store: String { root + "/container/SharedStore/store.sqlite" }

  private static let tools: URL = {
    let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
    return bundles.first?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }()

  /// Starts a tool; standard error goes to `errorPath` if one is given.
  func start(
    _ tool: String, _ arguments: [String], fault: String? = nil, errorPath: String? = nil,
    environment: [String: String] = [:], prefix: [String] = []
  ) throws -> JobChild {
    var variables = environment
    variables["SHARED_STORE_APP_GROUP"] = "group.test.jobs"
    variables["SHARED_STORE_CONTAINER"] = root + "/container"
    variables["SHARED_STORE_FAULT"] = fault
    variables["PATH"] = "/usr/bin:/bin"
    if let libraries = getenv("LD_LIBRARY_PATH") {
      variables["LD_LIBRARY_PATH"] = String(cString: libraries)
    }
    let path = JobBench.tools.appending(path: tool).path(percentEncoded: false)
    return try JobChild(
      prefix + [path] + arguments, variables, output: root + "/output-\(UUID().uuidString)",
      error: errorPath ?? root + "/error-\(UUID().uuidString)")
  }

  @discardableResult
  func app(_ arguments: String..., fault: String? = nil) throws -> JobOutcome {
    try start("app", arguments, fault: fault).wait()
  }

  @discardableResult
  func `extension`(_ arguments: String...) throws -> JobOutcome {
    try start("extension", arguments).wait()
  }

  /// Starts the writer's tool and waits until it has stopped itself.
  func stopped(at fault: String, _ arguments: String...) throws -> JobChild {
    let child = try start("app", arguments, fault: fault)
    try child.waitUntilStopped()
    return child
  }

  func makeFiles(_ count: Int, text: String = "text") throws {
    for number in 0..<count {
      let folder = files + "/\(number % 10)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("\(text) \(number)".utf8).write(to: URL(filePath: folder + "/\(number).txt"))
    }
  }

  func job(_ id: Int = 1) throws -> JobShown { try app("job", "show", "\(id)", "--json").decoded() }

  /// How many documents the reader's tool lists.
  func documentCount() throws -> Int {
    struct List: Decodable {
      struct Document: Decodable { let document: String }
      let documents: [Document]
    }
    let list: List = try `extension`("document", "list", "--json").decoded()
    return list.documents.count
  }

  /// A number that SQL finds, read by the public shell.
  func number(_ sql: String) throws -> Int {
    let child = try JobChild(
      ["/usr/bin/sqlite3", "-readonly", store, sql], [:], output: root + "/sql",
      error: root + "/sql-error")
    let outcome = try child.wait()
    return try #require(Int(outcome.output.trimmingCharacters(in: .newlines)), "\(outcome.error)")
  }

  /// Rows that belong to documents nobody sees.
  func stagedRows() throws -> Int {
    try number(
      """
      SELECT (SELECT count(*) FROM documents WHERE staged_by IS NOT NULL)
        + (SELECT count(*) FROM fields WHERE document NOT IN (SELECT key FROM documents))
        + (SELECT count(*) FROM search_texts WHERE document NOT IN (SELECT key FROM documents))
        + (SELECT count(*) FROM staged_documents) + (SELECT count(*) FROM staged_fields)
      """)
  }
}

/// What `job show` shows.
struct JobShown: Decodable, Hashable {
  struct Stage: Decodable, Hashable {
    let name: String
    let done: Int
    let total: Int
  }
  let id: Int
  let state: String
  let attempt: Int
  let percent: Int?
  let done: Int
  let total: Int
  let skipped: Int
  let stages: [Stage]
  let worker: String
  let pid: Int32?
  let error: String?
  let errorCode: String?
  let retryOf: Int?
  let revision: Int
}

/// What a child process left.
struct JobOutcome {
  /// The exit code; 256 and the signal's number for one that a signal ended.
  let code: Int32
  let output: String
  let error: String

  func decoded<Shown: Decodable>(_ type: Shown.Type = Shown.self) throws -> Shown {
    try JSONDecoder().decode(Shown.self, from: Data(output.utf8))
  }

  /// The code of the one JSON object on standard error.
  var failure: String? {
    struct Failure: Decodable {
      struct Body: Decodable { let code: String }
      let error: Body
    }
    return (try? JSONDecoder().decode(Failure.self, from: Data(error.utf8)))?.error.code
  }
}

/// A child process that is killed and reaped with the value.
final class JobChild {
  let processID: pid_t
  private let (output, error): (String, String)
  private var status: Int32?

  init(
    _ command: [String], _ environment: [String: String], output: String, error: String
  ) throws {
    (self.output, self.error) = (output, error)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, error, O_WRONLY | O_CREAT | O_NOCTTY, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let arguments = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var found: pid_t = 0
    try #require(posix_spawn(&found, command[0], &actions, &attributes, arguments, variables) == 0)
    processID = found
  }

  deinit {
    guard status == nil else { return }
    send(SIGKILL)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
  }

  func send(_ signal: Int32) {
    if status == nil { kill(processID, signal) }
  }

  /// What it has written to standard output so far.
  var outputSoFar: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }
  /// What it has written to standard error so far.
  var errorSoFar: String { (try? String(contentsOfFile: error, encoding: .utf8)) ?? "" }

  /// Whether the process has ended.
  var hasEnded: Bool {
    if status == nil { _ = look() }
    return status != nil
  }

  private func look() -> Bool {
    var found: Int32 = 0
    guard waitpid(processID, &found, WNOHANG | WUNTRACED) == processID else { return false }
    // waitpid(2): the low byte is 0x7f for a stopped process.
    if found & 0xff == 0x7f { return true }
    status = found
    return false
  }

  func waitUntilStopped() throws {
    var isStopped = false
    try jobEventually("a process stops") {
      isStopped = look()
      return isStopped || status != nil
    }
    try #require(isStopped, "It ended: \(errorSoFar)")
  }

  @discardableResult
  func wait() throws -> JobOutcome {
    try jobEventually("a process ends") { hasEnded }
    let status = try #require(status)
    let signal = status & 0x7f
    return JobOutcome(
      code: signal == 0 ? (status >> 8) & 0xff : 256 + signal, output: outputSoFar,
      error: errorSoFar)
  }
}

/// Waits for a state; the bound only tells a hang from a wait.
func jobEventually(_ event: String, _ condition: () throws -> Bool) throws {
  let end = ContinuousClock.now + .seconds(120)
  while try !condition() {
    try #require(ContinuousClock.now < end, "It did not happen in time that \(event).")
    usleep(300)
  }
}
