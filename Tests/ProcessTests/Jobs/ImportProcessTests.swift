import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.serialized) struct ImportProcessTests {
  private let bench: JobBench

  init() throws {
    bench = try JobBench()
  }

  @Test func nothingOfAnImportIsSeenBeforeItsCommitAndAllOfItAfterwards() throws {
    try bench.makeFiles(300, text: "walrus")
    let child = try bench.stopped(at: "before-final-commit=stop", "import", bench.files)
    let job = try bench.job()
    #expect(job.state == "running" && job.percent == 95 && job.worker == "alive")
    #expect(job.pid == child.processID)
    #expect(try bench.documentCount() == 0)
    #expect(try bench.extension("document", "show", "1/1.txt").code == 3)
    #expect(try bench.extension("snapshot", "documents").code == 3)
    #expect(try bench.extension("search", "walrus", "--json").output.contains(#""hits":[]"#))
    let substring = try bench.extension("search", "alru", "--substring", "--json")
    #expect(substring.output.contains(#""hits":[]"#))
    #expect(try bench.app("export", bench.root + "/out").code == 0)
    #expect(try Data(contentsOf: URL(filePath: bench.root + "/out")).isEmpty)
    #expect(try bench.app("document", "create", "1/1.txt", "n=1").code == 15)
    child.send(SIGCONT)
    #expect(try child.wait().code == 0)
    #expect(try bench.documentCount() == 300)
    let snapshot = try bench.extension("snapshot", "documents", "--json")
    let shown = try bench.job()
    #expect(snapshot.output.contains(#""count":300"#))
    #expect(snapshot.output.contains(#""revision":\#(shown.revision),"#))
    #expect(try bench.extension("search", "walrus", "--json").output.contains("walrus"))
  }

  @Test func aJobThatIsCancelledBeforeItsStartNeverRuns() throws {
    try bench.makeFiles(3)
    #expect(try bench.app("import", bench.files, "--enqueue").code == 0)
    #expect(try bench.job().state == "pending")
    #expect(try bench.app("job", "cancel", "1").code == 0)
    #expect(try bench.job().state == "cancelled")
    #expect(try bench.app("job", "run", "1", "--json").failure == "conflict")
    #expect(try bench.app("job", "wait", "1").code == 12)
    #expect(try bench.documentCount() == 0)
  }

  @Test(arguments: ["before-unit=stop:50", "before-final-commit=stop"])
  func aCancelGoesThroughCancellingToCancelledAndNothingIsVisible(_ fault: String) throws {
    try bench.makeFiles(100)
    let child = try bench.stopped(at: fault, "import", bench.files, "--json")
    #expect(try bench.app("job", "cancel", "1", "--json").output.contains(#""cancelling""#))
    #expect(try bench.job().state == "cancelling" && !child.hasEnded)
    child.send(SIGCONT)
    let outcome = try child.wait()
    #expect(outcome.code == 12 && outcome.failure == "job-cancelled", "\(outcome.error)")
    #expect(try bench.job().state == "cancelled")
    #expect(try bench.documentCount() == 0 && bench.stagedRows() == 0)
    #expect(try bench.extension("snapshot", "documents").code == 3)
  }

  @Test func aCancelAfterTheSuccessSaysSoAndChangesNothing() throws {
    try bench.makeFiles(3)
    #expect(try bench.app("import", bench.files).code == 0)
    let before = try bench.job()
    let outcome = try bench.app("job", "cancel", "1", "--json")
    #expect(outcome.code == 0 && outcome.output.contains(#""succeeded""#))
    #expect(try bench.job() == before && bench.documentCount() == 3)
  }

  @Test func interruptingAnImportAsksForACancelAndWaitsForTheUnit() throws {
    try bench.makeFiles(100)
    let child = try bench.stopped(at: "before-unit=stop:50", "import", bench.files)
    child.send(SIGINT)
    child.send(SIGCONT)
    let outcome = try child.wait()
    #expect(outcome.code == 12, "\(outcome.error)")
    #expect(try bench.job().state == "cancelled" && bench.stagedRows() == 0)
  }

  @Test(arguments: [
    "before-unit=kill:1", "before-unit=kill:50", "before-unit=kill:101", "before-final-commit=kill",
    "before-commit=kill:4",
  ])
  func anImportKilledAtAPointIsGoneAtOnceAndCanBeResumedOrRecovered(_ fault: String) throws {
    try bench.makeFiles(100)
    #expect(try bench.app("import", bench.files, fault: fault).code == 256 + SIGKILL)
    let lost = try bench.job()
    #expect(lost.state == "running" && lost.worker == "gone")
    #expect(try bench.app("job", "list").output.contains("worker gone"))
    #expect(try bench.documentCount() == 0)
    let resumed = try bench.app("job", "resume", "1", "--json")
    #expect(resumed.code == 0, "\(resumed.error)")
    let job = try bench.job()
    #expect(job.state == "succeeded" && job.attempt == 2 && job.percent == 100)
    #expect(job.stages.map(\.done) == [100, 100, 1])
    #expect(try bench.documentCount() == 100 && bench.stagedRows() == 0)

    try bench.makeFiles(150)
    #expect(try bench.app("import", bench.files, fault: fault).code == 256 + SIGKILL)
    #expect(try bench.app("job", "recover", "2").code == 0)
    #expect(try bench.job(2).state == "failed")
    #expect(try bench.documentCount() == 100 && bench.stagedRows() == 0)
    let again = try bench.app("job", "retry", "2")
    #expect(again.code == 0, "\(again.error)")
    #expect(try bench.job(3).retryOf == 2 && bench.documentCount() == 150)
  }

  @Test func aFileThatCannotBeReadFailsTheImportOrIsCountedApart() throws {
    let setpriv = "/usr/bin/setpriv"
    // Root reads everything, so the tool runs without that right.
    guard FileManager.default.isExecutableFile(atPath: setpriv), geteuid() == 0 else { return }
    let prefix = [setpriv, "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
    try bench.makeFiles(3)
    #expect(chmod(bench.files + "/1/1.txt", 0) == 0)
    let failed = try bench.start("app", ["import", bench.files, "--json"], prefix: prefix).wait()
    #expect(failed.code == 11 && failed.failure == "job-failed", "\(failed.error)")
    #expect(try bench.job().errorCode == "unreadable" && bench.documentCount() == 0)
    let arguments = ["import", bench.files, "--on-error", "skip"]
    #expect(try bench.start("app", arguments, prefix: prefix).wait().code == 0)
    #expect(try bench.job(2).skipped == 1 && bench.documentCount() == 2)
  }

  @Test func withoutPathsThereIsAUsageErrorAndNoRow() throws {
    #expect(try bench.app("import").code == 64)
    #expect(try bench.app("import", "--json").failure == "usage")
    #expect(try bench.number("SELECT count(*) FROM jobs") == 0)
    let empty = try bench.app("import", bench.files)
    #expect(empty.code == 0 && empty.output.contains("nothing to do"))
  }

  @Test func anUnknownJobIsNotFoundAtOnce() throws {
    for verb in ["show", "watch", "wait", "cancel", "run", "resume", "recover", "retry"] {
      let text = try bench.app("job", verb, "77")
      #expect(text.code == 3 && text.output.isEmpty, "\(verb)")
      let json = try bench.app("job", verb, "77", "--json")
      #expect(json.code == 3 && json.failure == "not-found" && json.output.isEmpty, "\(verb)")
      #expect(try bench.app("job", verb, "none").code == 64)
    }
    #expect(try bench.extension("job", "show", "77").code == 3)
  }
}
