import Foundation
import SharedStoreTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProcessTests {
  /// A job's worker and the writer lock in somebody else's hands.
  @Suite struct JobEndingProcessTests {
    private let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.makeFiles(60)
    }

    /// The writer lock, held by the test itself.
    private final class HeldLock {
      private let descriptor: Int32

      init(_ store: TemporaryStore) throws {
        descriptor = open(store.lock, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
      }

      deinit { close(descriptor) }
    }

    private func importStopped(at point: String, _ time: Int = 1) throws -> Child {
      try bench.stoppedApp(at: point, time: time, "--timeout", "200ms", "import", bench.files)
    }

    @Test(arguments: [("before-unit", 1), ("before-unit", 40), ("before-final-commit", 1)])
    func anImportWaitsForTheLockLongerThanItsTimeoutAndGoesOnByItself(
      _ point: String, _ time: Int
    ) throws {
      let child = try importStopped(at: point, time)
      do {
        let lock = try HeldLock(bench.store)
        child.resume()
        // Longer than the time-out, which is for calls that somebody waits for. That it has not
        // ended meanwhile can only be seen by waiting; too short a wait could only hide a fault.
        usleep(700_000)
        #expect(child.poll() == nil && withExtendedLifetime(lock) { true })
      }
      #expect(try child.wait().exitCode == 0)
      #expect(try bench.documentCount() == 60)
    }

    @Test func interruptedWhileItWaitsForTheLockAnImportIsCancelledWhenItHasIt() throws {
      let child = try importStopped(at: "before-unit", 40)
      do {
        let lock = try HeldLock(bench.store)
        child.resume()
        child.interrupt()
        // Longer than the time-out, as above: nothing tells that a process goes on waiting.
        usleep(300_000)
        #expect(child.poll() == nil && withExtendedLifetime(lock) { true })
        #expect(try bench.job().state == "running")
      }
      let outcome = try child.wait()
      #expect(outcome.exitCode == 12, "\(outcome.error)")
      #expect(try bench.job().state == "cancelled" && bench.stagedRows() == 0)
    }

    @Test func aSecondInterruptEndsAtOnceWhoeverHasTheLock() throws {
      let child = try importStopped(at: "before-unit", 40)
      let lock = try HeldLock(bench.store)
      child.resume()
      // Signals that come while one is pending are one.
      try eventually("the import has ended") {
        child.interrupt()
        return child.poll() != nil
      }
      #expect(try child.wait().exitCode == 130)
      withExtendedLifetime(lock) {}
      #expect(try bench.job().worker == "gone")
    }

    @Test func aStoppedWorkerIsSaidToBeStopped() throws {
      let child = try importStopped(at: "before-unit", 40)
      let job = try bench.job()
      #expect(job.worker == "stopped" && job.pid == child.processID)
      #expect(try bench.app("job", "list").output.contains("worker stopped, for "))
      let shown = try bench.extension("job", "show", "1").output
      #expect(shown.contains("kill -CONT \(child.processID)"))
      child.resume()
      #expect(try child.wait().exitCode == 0)
      #expect(try bench.app("job", "list").output.contains("succeeded, took "))
    }

    // MARK: Advice

    /// Runs the commands that an answer names between quotes.
    private func runAdvice(_ outcome: Outcome, _ verb: String) throws -> Outcome {
      let text = outcome.error + outcome.output
      let named = text.matches(of: /'app (?<command>[^']+)'/).map { match in
        match.command.split(separator: " ").map(String.init)
      }
      let command = try #require(named.first { $0.contains(verb) }, "\(text)")
      return try bench.run(.app, command)
    }

    @Test func whatIsAdvisedForALostWorkerWorks() throws {
      for verb in ["resume", "recover"] {
        let killed = try bench.app("import", bench.files, fault: "before-unit=kill:20")
        #expect(killed.status == .killed(signal: SIGKILL))
        let id = "\(try bench.number("SELECT max(id) FROM jobs"))"
        let waited = try bench.app("job", "wait", id, "--timeout", "10ms")
        #expect(try runAdvice(waited, verb).exitCode == 0)
        let ended = verb == "resume" ? "succeeded" : "failed"
        #expect(try bench.job(Int(id) ?? 0).state == ended)
      }
    }

    @Test func whatIsAdvisedForALivingWorkerWorks() throws {
      let child = try importStopped(at: "before-unit", 20)
      let refused = try bench.app("job", "recover", "1")
      #expect(refused.exitCode == 5)
      #expect(try runAdvice(refused, "cancel").exitCode == 0)
      #expect(try bench.job().state == "cancelling")
      #expect(try runAdvice(refused, "--force").exitCode == 0)
      #expect(try bench.job().state == "cancelled")
      child.resume()
      _ = try child.wait()
      let second = try importStopped(at: "before-unit", 20)
      let resumed = try bench.app("job", "resume", "2")
      #expect(resumed.exitCode == 14)
      #expect(try runAdvice(resumed, "cancel").exitCode == 0)
      second.resume()
      #expect(try second.wait().exitCode == 12)
    }

    @Test func whatIsAdvisedForAJobThatIsInAnotherStateWorks() throws {
      #expect(try bench.app("import", bench.files, "--enqueue").exitCode == 0)
      #expect(try runAdvice(try bench.app("job", "resume", "1"), "run").exitCode == 0)
      try Data([0xFF]).write(to: URL(filePath: bench.files + "/bad.txt"))
      let failed = try bench.app("import", bench.files)
      #expect(failed.exitCode == 11)
      try FileManager.default.removeItem(atPath: bench.files + "/bad.txt")
      #expect(try runAdvice(failed, "retry").exitCode == 0)
      #expect(try runAdvice(try bench.app("job", "run", "2"), "retry").exitCode == 0)
      let child = try importStopped(at: "before-unit", 20)
      let running = try bench.app("job", "run", "5")
      child.resume()
      #expect(try runAdvice(running, "watch").exitCode == 0)
      #expect(try child.wait().exitCode == 0)
    }

    @Test func nothingIsAdvisedForAJobThatNoToolCanRun() throws {
      try bench.app("count", "set", "todo", "1").expectSuccess()
      _ = try SQLiteShell.run(
        bench.store.store,
        """
        INSERT INTO jobs (kind, state, arguments, attempt, counted, skipped, tick, revision,
          created_at, finished_at, has_leftovers)
        VALUES ('thumbnails', 'failed', '{}', 0, 0, 0, 0, 1, 1, 1, 0)
        """)
      let failed = try bench.app("job", "wait", "1", "--json")
      #expect(failed.failure?.code == "job-failed" && failed.failure?.hint == nil)
    }

    // MARK: All that wait

    @Test func allThatWaitAreRunOldestFirstAndASecondRunnerSaysWhoRunsOne() throws {
      try Data([0xFF]).write(to: URL(filePath: bench.files + "/0/bad.txt"))
      for folder in ["0", "1", "2"] {
        let created = try bench.app("import", bench.files + "/" + folder, "--enqueue")
        #expect(created.exitCode == 0)
      }
      let first = try bench.stoppedApp(at: "before-unit", "job", "run", "--all")
      let second = try bench.app("job", "run", "--all")
      #expect(second.exitCode == 0)
      #expect(second.error.contains("Job 1 is being run by process \(first.processID)"))
      first.resume()
      #expect(try first.wait().exitCode == 11)
      #expect(try (1...3).map { try bench.job($0).state } == ["failed", "succeeded", "succeeded"])
      let none = try bench.app("job", "run", "--all")
      #expect(none.exitCode == 0 && none.error.contains("No job was waiting."))
      #expect(try bench.app("job", "run").exitCode == 64)
      #expect(try bench.app("job", "run", "1", "--all").exitCode == 64)
    }
  }
}
