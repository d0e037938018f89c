import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A child process; it is killed and reaped when the value goes away, whatever became of the test.
final class Child {
  let processID: pid_t
  private let launch: Launch
  private let standardOutput: ScratchFile
  private let standardError: ScratchFile
  private let started = ContinuousClock.now
  private var outcome: Outcome?

  /// How long a test waits for a child before it takes it for hung.
  static let patience = Duration.seconds(60)

  /// Starts a process without waiting for it.
  init(_ launch: Launch) throws {
    self.launch = launch
    standardOutput = try ScratchFile()
    standardError = try ScratchFile()
    let input = try ScratchFile(launch.input)
    processID = try Spawn.start(
      launch.arguments, environment: launch.environment,
      paths: [STDOUT_FILENO: launch.outputPath, STDERR_FILENO: launch.errorPath],
      descriptors: [input.descriptor, standardOutput.descriptor, standardError.descriptor])
  }

  deinit {
    guard outcome == nil else { return }
    kill()
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
  }

  /// What it has written to standard output so far.
  var output: String { standardOutput.text }
  /// What it has written to standard error so far.
  var error: String { standardError.text }

  /// Ends it at once, wherever it is.
  func kill() { send(SIGKILL) }

  /// Lets it go on after a stop.
  func resume() { send(SIGCONT) }

  /// What the end of its terminal does.
  func hangUp() { send(SIGHUP) }

  /// What Ctrl-C does.
  func interrupt() { send(SIGINT) }

  /// Stops it wherever it is.
  func stop() throws {
    send(SIGSTOP)
    try waitUntilStopped()
  }

  /// Sends a signal to a process that has not ended.
  func send(_ signal: Int32) {
    guard outcome == nil else { return }
    #if canImport(Darwin)
      Darwin.kill(processID, signal)
    #else
      Glibc.kill(processID, signal)
    #endif
  }

  /// What became of the process; `nil` while it runs or is stopped.
  func poll() -> Outcome? {
    if outcome == nil { _ = nextState() }
    return outcome
  }

  /// Waits until the process has ended.
  /// - Throws: ``Hung`` after `patience`; the process is killed then.
  func wait(patience: Duration = Child.patience) throws -> Outcome {
    try eventually("\(launch.command) ends", patience: patience) { poll() != nil }
    return try required(outcome)
  }

  /// Waits until a signal has stopped the process.
  /// - Throws: ``Hung``, also when the process ends instead.
  func waitUntilStopped() throws {
    var isStopped = false
    try eventually("\(launch.command) stops") {
      isStopped = nextState() == .stopped
      return isStopped || outcome != nil
    }
    guard isStopped else { throw Hung(event: "\(launch.command) stops: \(outcome?.error ?? "")") }
  }

  /// Lets it go on after each stop until it has ended.
  func resumeToEnd() throws -> Outcome {
    resume()
    try eventually("\(launch.command) ends") {
      if nextState() == .stopped { resume() }
      return outcome != nil
    }
    return try required(outcome)
  }

  private func required(_ outcome: Outcome?) throws -> Outcome {
    guard let outcome else { throw Hung(event: "\(launch.command) ends") }
    return outcome
  }

  private enum State { case running, stopped, ended }

  private func nextState() -> State {
    if outcome != nil { return .ended }
    var status: Int32 = 0
    let found = waitpid(processID, &status, WNOHANG | WUNTRACED)
    guard found == processID else { return .running }
    // waitpid(2): the low byte is 0x7f for a stopped process.
    if status & 0xff == 0x7f { return .stopped }
    outcome = Outcome(
      command: launch.command, status: .init(status), output: output, error: error,
      duration: started.duration(to: .now))
    return .ended
  }
}

/// Something a test waited for did not happen.
struct Hung: Error, CustomStringConvertible {
  let event: String
  var description: String { "It did not happen in time that \(event)." }
}

/// Waits for a state, looking a few thousand times a second.
/// - Throws: ``Hung`` when it does not come; that bound only tells a hang from a wait.
func eventually(
  _ event: @autoclosure () -> String, patience: Duration = Child.patience,
  _ condition: () throws -> Bool
) throws {
  let end = ContinuousClock.now + patience
  while try !condition() {
    guard ContinuousClock.now < end else { throw Hung(event: event()) }
    usleep(300)
  }
}
