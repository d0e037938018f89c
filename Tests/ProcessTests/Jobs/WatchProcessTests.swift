import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProcessTests {
  @Suite struct WatchProcessTests {
    private let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.makeFiles(100)
    }

    /// An import that has stopped half-way and does not know it.
    private func stoppedImport() throws -> Child {
      try bench.stoppedApp(at: "before-unit", time: 50, "import", bench.files)
    }

    @Test func everyLineOfAWatchIsJSONAndTheLastOneIsTheEnd() throws {
      let worker = try stoppedImport()
      let watcher = try bench.start(.app, ["job", "watch", "1", "--json"])
      try eventually("the watch shows the job") { watcher.output.contains("\n") }
      worker.resume()
      #expect(try worker.wait().exitCode == 0)
      let outcome = try watcher.wait()
      #expect(outcome.exitCode == 0 && outcome.error.isEmpty)
      let shown = try outcome.output.split(separator: "\n").map { line in
        try JSONDecoder().decode(JobReport.self, from: Data(line.utf8))
      }
      #expect(shown.first?.state == "running" && shown.last?.state == "succeeded")
      #expect(shown.last?.percent == 100)
      let percents = shown.compactMap(\.percent)
      #expect(percents == percents.sorted())
      #expect(shown.filter { $0.state != "succeeded" }.allSatisfy { ($0.percent ?? 0) < 100 })
    }

    @Test func interruptingAWatchStopsWatchingAndTheJobGoesOn() throws {
      let worker = try stoppedImport()
      let watcher = try bench.start(.app, ["job", "watch", "1"])
      try eventually("the watch shows the job") { watcher.error.contains("job 1") }
      watcher.interrupt()
      let outcome = try watcher.wait()
      #expect(outcome.exitCode == 130 && outcome.error.contains("the job goes on"))
      #expect(!outcome.error.contains("succeeded") && outcome.output.isEmpty)
      #expect(try bench.job().state == "running")
      worker.resume()
      #expect(try worker.wait().exitCode == 0)
      #expect(try bench.job().state == "succeeded")
    }

    @Test func whoWaitsForAJobWithoutAWorkerIsToldSoAndWhatToDo() throws {
      let killed = try bench.app("import", bench.files, fault: "before-unit=kill:50")
      #expect(killed.status == .killed(signal: SIGKILL))
      let late = try bench.app("job", "wait", "1", "--timeout", "100ms", "--json")
      #expect(late.exitCode == 13 && late.failure?.message.contains("worker is gone") == true)
      #expect(late.failure?.hint?.contains("job resume 1") == true)
      let watcher = try bench.start(.app, ["job", "watch", "1"])
      try eventually("the watch shows the job") { watcher.error.contains("worker gone") }
      watcher.interrupt()
      let outcome = try watcher.wait()
      #expect(outcome.exitCode == 130 && outcome.error.contains("job recover 1"))
      #expect(!outcome.error.contains("goes on."))
      #expect(try bench.app("job", "show", "1").output.contains("job resume 1"))
    }

    @Test func aWaitEndsWithTheJobOrInTime() throws {
      let worker = try stoppedImport()
      let late = try bench.app("job", "wait", "1", "--timeout", "100ms", "--json")
      #expect(late.exitCode == 13 && late.failure?.code == "timed-out")
      let waiting = try bench.start(.app, ["job", "wait", "1", "--json"])
      worker.resume()
      #expect(try worker.wait().exitCode == 0)
      let outcome = try waiting.wait()
      let shown: JobReport = try outcome.decoded()
      #expect(outcome.exitCode == 0 && shown.state == "succeeded")
    }

    @Test func aWaitAndAWatchEndAsTheJobDid() throws {
      try Data([0xFF]).write(to: URL(filePath: bench.files + "/bad.txt"))
      #expect(try bench.app("import", bench.files).exitCode == 11)
      for verb in ["wait", "watch"] {
        #expect(try bench.app("job", verb, "1").exitCode == 11)
        let json = try bench.app("job", verb, "1", "--json")
        #expect(json.failure?.code == "job-failed")
        #expect(try json.decoded(JobReport.self, exitCode: 11).state == "failed")
      }
      #expect(try bench.app("job", "show", "1").output.contains("failed at 0 %"))
    }

    @Test func aListIsOneJSONObjectNewestFirstInBothTools() throws {
      struct List: Decodable { let jobs: [JobReport] }
      for _ in 0..<3 { #expect(try bench.app("import", bench.files, "--enqueue").exitCode == 0) }
      let list: List = try bench.app("job", "list", "--json").decoded()
      #expect(list.jobs.map(\.id) == [3, 2, 1])
      let seen: List = try bench.extension("job", "list", "--limit", "2", "--json").decoded()
      #expect(seen.jobs == Array(list.jobs.prefix(2)))
      #expect(try bench.extension("job", "run", "1").exitCode == 64)

      #expect(try bench.app("job", "cancel", "2").exitCode == 0)
      #expect(try bench.app("export", bench.folder + "/out").exitCode == 0)
      func ids(_ filters: String...) throws -> [Int] {
        let list: List = try bench.run(.extension, ["job", "list", "--json"] + filters).decoded()
        return list.jobs.map(\.id)
      }
      #expect(try ids("--state", "pending") == [3, 1] && ids("--kind", "export") == [4])
      #expect(try ids("--state", "cancelled", "--kind", "import") == [2])
      #expect(try ids("--state", "pending", "--limit", "1") == [3] && ids("--kind", "%") == [])
      #expect(try bench.extension("job", "list", "--state", "gone").exitCode == 64)
    }

    @Test func aLogGetsPlainLinesTheLastOfThemTheEnd() throws {
      let outcome = try bench.app("import", bench.files)
      #expect(outcome.exitCode == 0)
      #expect(!outcome.error.contains("\r") && !outcome.error.contains("\u{1B}"))
      let lines = outcome.error.split(separator: "\n")
      #expect(lines.last == "job 1: succeeded" && lines.count < 20)
      let again = try bench.app("job", "watch", "1")
      #expect(!again.error.contains("\r") && !again.error.contains("\u{1B}"))
    }

    @Test func aScriptThatReadsJSONFindsNothingElseOnEitherStream() throws {
      let outcome = try bench.app("import", bench.files, "--json")
      #expect(outcome.exitCode == 0 && outcome.error.isEmpty)
      #expect(try outcome.decoded(JobReport.self).state == "succeeded")
    }

    @Test func aTerminalGetsALineThatFitsAlsoAfterItShrank() throws {
      let terminal = try JobTerminal(columns: 120)
      let worker = try bench.stoppedApp(at: "before-final-commit", "import", bench.files)
      let watcher = try bench.start(
        .app, ["job", "watch", "1"], environment: ["TERM": "xterm"], errorPath: terminal.path)
      try eventually("a line is painted") { terminal.read().contains("import 1: ") }
      let before = terminal.read()
      #expect(before.contains("[####"))
      try terminal.resize(columns: 40)
      try eventually("the line is painted anew") { terminal.read().count > before.count }
      worker.resume()
      #expect(try worker.wait().exitCode == 0)
      #expect(try watcher.wait().exitCode == 0)
      let painted = terminal.read()
      #expect(painted.hasPrefix(before) && painted.hasSuffix("\n"))
      let lines = painted.dropFirst(before.count).split(separator: "\r").map { line in
        line.replacing("\u{1B}[K", with: "").filter { $0 != "\n" }
      }
      #expect(lines.count >= 2 && lines.allSatisfy { $0.count <= 39 }, "\(lines)")
      #expect(lines.contains { $0.contains("succeeded") })
    }

    @Test(arguments: ["dumb", ""])
    func aTerminalThatCannotRepaintGetsPlainLines(_ kind: String) throws {
      let terminal = try JobTerminal(columns: 80)
      let outcome = try bench.start(
        .app, ["import", bench.files], environment: kind.isEmpty ? [:] : ["TERM": kind],
        errorPath: terminal.path
      ).wait()
      #expect(outcome.exitCode == 0)
      let text = terminal.read()
      #expect(!text.contains("\u{1B}") && text.contains("job 1: succeeded"))
    }
  }
}

/// A pseudo-terminal that a child can have as its standard error.
final class JobTerminal {
  let path: String
  private let descriptor: Int32
  private let other: Int32
  private var text: [UInt8] = []

  init(columns: UInt16) throws {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(descriptor >= 0)
    // What unlockpt and ptsname do, which are not imported: TIOCSPTLCK and TIOCGPTN, pts(4).
    var (unlocked, number): (Int32, UInt32) = (0, 0)
    try #require(ioctl(descriptor, 0x4004_5431, &unlocked) == 0)
    try #require(ioctl(descriptor, 0x8004_5430, &number) == 0)
    path = "/dev/pts/\(number)"
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // Held open, so that what the child wrote outlives it.
    other = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try resize(columns: columns)
  }

  deinit {
    close(descriptor)
    close(other)
  }

  func resize(columns: UInt16) throws {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0)
  }

  /// Everything that was written so far.
  func read() -> String {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recvChunk(&chunk)
      guard count > 0 else { break }
      text += chunk[..<count]
    }
    // The terminal turns a line's end into two characters.
    return String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  private func recvChunk(_ chunk: inout [UInt8]) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, &chunk, chunk.count)
    #else
      Glibc.read(descriptor, &chunk, chunk.count)
    #endif
  }
}
