import Foundation
import SharedStoreTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProcessTests {
  @Suite struct ImportProcessTests {
    private let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    @Test func nothingOfAnImportIsSeenBeforeItsCommitAndAllOfItAfterwards() throws {
      try bench.makeFiles(300, text: "walrus")
      let child = try bench.stoppedApp(at: "before-final-commit", "import", bench.files)
      let job = try bench.job()
      #expect(job.state == "running" && job.percent == 95 && job.worker == "stopped")
      #expect(job.pid == child.processID)
      #expect(try bench.documentCount() == 0)
      #expect(try bench.extension("document", "show", "1/1.txt").exitCode == 3)
      #expect(try bench.extension("snapshot", "documents").exitCode == 3)
      #expect(try bench.extension("search", "walrus", "--json").output.contains(#""hits":[]"#))
      let substring = try bench.extension("search", "alru", "--substring", "--json")
      #expect(substring.output.contains(#""hits":[]"#))
      #expect(try bench.app("export", bench.folder + "/out").exitCode == 0)
      #expect(try Data(contentsOf: URL(filePath: bench.folder + "/out")).isEmpty)
      #expect(try bench.app("document", "create", "1/1.txt", "n=1").exitCode == 15)
      child.resume()
      #expect(try child.wait().exitCode == 0)
      #expect(try bench.documentCount() == 300)
      let snapshot = try bench.extension("snapshot", "documents", "--json")
      let shown = try bench.job()
      #expect(snapshot.output.contains(#""count":300"#))
      #expect(snapshot.output.contains(#""revision":\#(shown.revision),"#))
      #expect(try bench.extension("search", "walrus", "--json").output.contains("walrus"))
    }

    @Test func aJobThatIsCancelledBeforeItsStartNeverRuns() throws {
      try bench.makeFiles(3)
      #expect(try bench.app("import", bench.files, "--enqueue").exitCode == 0)
      #expect(try bench.job().state == "pending")
      #expect(try bench.app("job", "cancel", "1").exitCode == 0)
      #expect(try bench.job().state == "cancelled")
      #expect(try bench.app("job", "run", "1", "--json").failure?.code == "conflict")
      #expect(try bench.app("job", "wait", "1").exitCode == 12)
      #expect(try bench.documentCount() == 0)
    }

    @Test(arguments: [("before-unit", 50), ("before-final-commit", 1)])
    func aCancelGoesThroughCancellingToCancelledAndNothingIsVisible(
      _ point: String, _ time: Int
    ) throws {
      try bench.makeFiles(100)
      let child = try bench.stoppedApp(at: point, time: time, "import", bench.files, "--json")
      #expect(try bench.app("job", "cancel", "1", "--json").output.contains(#""cancelling""#))
      #expect(try bench.job().state == "cancelling" && child.poll() == nil)
      child.resume()
      let outcome = try child.wait()
      #expect(
        outcome.exitCode == 12 && outcome.failure?.code == "job-cancelled", "\(outcome.error)")
      #expect(try bench.job().state == "cancelled")
      #expect(try bench.documentCount() == 0 && bench.stagedRows() == 0)
      #expect(try bench.extension("snapshot", "documents").exitCode == 3)
    }

    @Test func aCancelAfterTheSuccessSaysSoAndChangesNothing() throws {
      try bench.makeFiles(3)
      #expect(try bench.app("import", bench.files).exitCode == 0)
      let before = try bench.job()
      let outcome = try bench.app("job", "cancel", "1", "--json")
      #expect(outcome.exitCode == 0 && outcome.output.contains(#""succeeded""#))
      #expect(try bench.job() == before && bench.documentCount() == 3)
    }

    @Test func interruptingAnImportAsksForACancelAndWaitsForTheUnit() throws {
      try bench.makeFiles(1_000)
      let child = try bench.stoppedApp(at: "before-unit", time: 50, "import", bench.files)
      child.interrupt()
      child.resume()
      let outcome = try child.wait()
      #expect(outcome.exitCode == 12, "\(outcome.error)")
      #expect(try bench.job().state == "cancelled" && bench.stagedRows() == 0)
    }

    @Test(arguments: [
      "before-unit=kill:1", "before-unit=kill:50", "before-unit=kill:101",
      "before-final-commit=kill",
      "before-commit=kill:4",
    ])
    func anImportKilledAtAPointIsGoneAtOnceAndCanBeResumedOrRecovered(_ fault: String) throws {
      try bench.makeFiles(100)
      #expect(try bench.app("import", bench.files, fault: fault).status == .killed(signal: SIGKILL))
      let lost = try bench.job()
      #expect(lost.state == "running" && lost.worker == "gone")
      #expect(try bench.app("job", "list").output.contains("worker gone"))
      #expect(try bench.documentCount() == 0)
      let resumed = try bench.app("job", "resume", "1", "--json")
      #expect(resumed.exitCode == 0, "\(resumed.error)")
      let job = try bench.job()
      #expect(job.state == "succeeded" && job.attempt == 2 && job.percent == 100)
      #expect(job.stages.map(\.done) == [100, 100, 1])
      #expect(try bench.documentCount() == 100 && bench.stagedRows() == 0)

      try bench.makeFiles(150)
      #expect(try bench.app("import", bench.files, fault: fault).status == .killed(signal: SIGKILL))
      #expect(try bench.app("job", "recover", "2").exitCode == 0)
      #expect(try bench.job(2).state == "failed")
      #expect(try bench.documentCount() == 100 && bench.stagedRows() == 0)
      let again = try bench.app("job", "retry", "2")
      #expect(again.exitCode == 0, "\(again.error)")
      #expect(try bench.job(3).retryOf == 2 && bench.documentCount() == 150)
    }

    @Test(arguments: ["1/1.txt", "1"])
    func aFileOrFolderThatCannotBeReadFailsTheImportOrIsCountedApart(_ name: String) throws {
      let setpriv = "/usr/bin/setpriv"
      // Root reads everything, so the tool runs without that right.
      guard FileManager.default.isExecutableFile(atPath: setpriv), geteuid() == 0 else {
        try Test.cancel("SKIPPED: setpriv is missing, or the tests do not run as root.")
      }
      let prefix = [setpriv, "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
      try bench.makeFiles(3)
      #expect(chmod(bench.files + "/" + name, 0) == 0)
      let failed = try bench.start(.app, ["import", bench.files, "--json"], prefix: prefix).wait()
      #expect(failed.exitCode == 11 && failed.failure?.code == "job-failed", "\(failed.error)")
      #expect(try bench.job().errorCode == "unreadable" && bench.documentCount() == 0)
      let arguments = ["import", bench.files, "--on-error", "skip"]
      #expect(try bench.start(.app, arguments, prefix: prefix).wait().exitCode == 0)
      #expect(try bench.job(2).skipped == 1 && bench.documentCount() == 2)
      for job in 1...2 {
        let notes = try #require(try bench.job(job).notes)
        #expect(notes.map(\.unit) == [name] && notes[0].note.hasPrefix("unreadable: A file cannot"))
      }
      #expect(try bench.extension("job", "show", "2").output.contains("  \(name): unreadable"))
    }

    @Test func withoutPathsThereIsAUsageErrorAndNoRow() throws {
      #expect(try bench.app("import").exitCode == 64)
      #expect(try bench.app("import", "--json").failure?.code == "usage")
      #expect(try bench.app("import", "").exitCode == 64)
      #expect(try bench.number("SELECT count(*) FROM jobs") == 0)
      try bench.makeFolder("files")
      let empty = try bench.app("import", bench.files)
      #expect(empty.exitCode == 0 && empty.output.contains("nothing to do"))
    }

    @Test func anUnknownJobIsNotFoundAtOnce() throws {
      for verb in ["show", "watch", "wait", "cancel", "run", "resume", "recover", "retry"] {
        let text = try bench.app("job", verb, "77")
        #expect(text.exitCode == 3 && text.output.isEmpty, "\(verb)")
        let json = try bench.app("job", verb, "77", "--json")
        #expect(
          json.exitCode == 3 && json.failure?.code == "not-found" && json.output.isEmpty, "\(verb)")
        #expect(try bench.app("job", verb, "none").exitCode == 64)
      }
      #expect(try bench.extension("job", "show", "77").exitCode == 3)
    }

    /// Starts the writer's tool through a shell that changes what it inherits.
    private func shell(_ script: String, _ arguments: String..., fault: String? = nil) throws
      -> Child
    {
      try bench.start(
        .app, arguments, fault: fault, prefix: ["/bin/sh", "-c", script + #"; exec "$@""#, "sh"])
    }

    @Test func progressThatNobodyReadsEndsNoJob() throws {
      try bench.makeFiles(100)
      // A pipe without a reader: a write to it raises SIGPIPE.
      let pipe = bench.folder + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      let child = try shell("exec 3<>pipe 2>pipe 3<&-", "import", bench.files, "--json")
      #expect(try child.wait().exitCode == 0)
      let text = try shell("exec 3<>pipe 2>pipe 3<&-", "import", bench.files)
      #expect(try text.wait().exitCode == 0)
      #expect(try bench.job(2).state == "succeeded")
    }

    @Test func theEndOfTheTerminalIsACancelUnlessItMeansNothing() throws {
      try bench.makeFiles(1_000)
      let child = try bench.stoppedApp(at: "before-unit", time: 50, "import", bench.files)
      child.hangUp()
      child.resume()
      #expect(try child.wait().exitCode == 12)
      #expect(try bench.job().state == "cancelled" && bench.stagedRows() == 0)
      let kept = try shell(
        "trap '' HUP", "import", bench.files, fault: "before-unit=stop:50")
      try kept.waitUntilStopped()
      kept.hangUp()
      kept.resume()
      #expect(try kept.wait().exitCode == 0)
      #expect(try bench.job(2).state == "succeeded")
    }

    @Test func whoIsTooLateForAJobIsToldNothingOfItsProgress() throws {
      try bench.makeFiles(10)
      let child = try bench.stoppedApp(at: "before-unit", time: 5, "import", bench.files)
      let late = try bench.app("job", "run", "1")
      #expect(late.exitCode == 14 && !late.error.contains("job 1:"), "\(late.testDescription)")
      child.resume()
      #expect(try child.wait().exitCode == 0)
    }

    @Test func aJobOfAnAppsOwnKindIsNotTriedAgainByTheTool() throws {
      try bench.makeFiles(1)
      try bench.makeFile("files/bad.txt", "bad")
      #expect(try bench.app("import", bench.files, "--enqueue").exitCode == 0)
      #expect(try bench.app("job", "cancel", "1").exitCode == 0)
      try SQLiteShell.run(bench.store.store, "UPDATE jobs SET kind = 'mine'")
      let outcome = try bench.app("job", "retry", "1", "--json")
      #expect(outcome.exitCode == 1 && outcome.failure?.code == "failed")
      #expect(try bench.number("SELECT count(*) FROM jobs") == 1)
    }

    @Test(.needsSmallDisk) func aJobThatAFullDiskLeavesBehindIsNamedAndCanBeEnded() throws {
      let disk = try SmallDisk(megabytes: 2)
      let place = ["SHARED_STORE_CONTAINER": disk.path]
      func app(_ arguments: String...) throws -> Outcome {
        try bench.run(.app, arguments, environment: place)
      }
      #expect(try app("init").exitCode == 0)
      let lines = (0..<3_000).map {
        #"{"document":"d\#($0)","fields":{"t":"\#(String(repeating: "word ", count: 40))"}}"#
      }
      try bench.makeFile("all.jsonl", lines.joined(separator: "\n"))
      let full = try app("import", "all.jsonl", "--json")
      #expect(full.exitCode == 10 || full.exitCode == 11, "\(full.testDescription)")
      if full.exitCode == 10 {
        #expect(full.failure?.hint?.contains("job recover 1") == true, "\(full.testDescription)")
        let lost: JobReport = try app("job", "show", "1", "--json").decoded()
        #expect(lost.state == "running" && lost.worker == "gone")
        let mount = ["/bin/mount", "-o", "remount,size=64m", disk.path]
        #expect(try Child(Launch(mount)).wait().exitCode == 0)
        #expect(try app("job", "recover", "1").exitCode == 0)
      }
      let job: JobReport = try app("job", "show", "1", "--json").decoded()
      #expect(job.state == "failed")
      #expect(try app("check", "--full").exitCode == 0)
    }
  }
}
