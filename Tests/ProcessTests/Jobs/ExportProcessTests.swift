import Foundation
import SharedStoreTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProcessTests {
  @Suite struct ExportProcessTests {
    private let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.makeFiles(100)
      try #require(try bench.app("import", bench.files).exitCode == 0)
      try bench.makeFolder("out")
      try bench.makeFile("out/export.jsonl", "old\n")
    }

    private var folder: String { bench.folder + "/out" }
    private var target: String { folder + "/export.jsonl" }
    private var names: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: folder) }
    }
    private var text: String {
      get throws { try String(contentsOfFile: target, encoding: .utf8) }
    }

    /// Every line parses with another program.
    private func expectExported(sourceLocation: SourceLocation = #_sourceLocation) throws {
      #expect(try names == ["export.jsonl"], sourceLocation: sourceLocation)
      let lines = try text.split(separator: "\n")
      #expect(lines.count == 100, sourceLocation: sourceLocation)
      for line in lines {
        #expect(throws: Never.self, sourceLocation: sourceLocation) {
          try JSONSerialization.jsonObject(with: Data(line.utf8))
        }
      }
    }

    @Test(arguments: [
      "before-unit=kill:1", "before-unit=kill:150", "before-final-commit=kill",
      "before-rename=kill",
    ])
    func killedBeforeTheRenameTheOldFileIsWholeAndTheJobHasFailed(_ fault: String) throws {
      #expect(try bench.app("export", target, fault: fault).status == .killed(signal: SIGKILL))
      #expect(try bench.job(2).worker == "gone")
      #expect(try text == "old\n")
      #expect(try bench.app("job", "recover", "2").exitCode == 0)
      #expect(try bench.job(2).state == "failed")
      #expect(try text == "old\n" && names == ["export.jsonl"])
      #expect(try bench.app("job", "retry", "2").exitCode == 0)
      try expectExported()
    }

    @Test(arguments: ["recover", "cancel"])
    func killedAfterTheRenameTheJobHasSucceeded(_ verb: String) throws {
      #expect(
        try bench.app("export", target, fault: "after-rename=kill").status
          == .killed(signal: SIGKILL)
      )
      let lost = try bench.job(2)
      #expect(lost.state == "running" && lost.worker == "gone")
      try expectExported()
      #expect(try bench.app("job", verb, "2").exitCode == 0)
      let job = try bench.job(2)
      #expect(job.state == "succeeded" && job.percent == 100)
      try expectExported()
    }

    @Test func aFileThatHasTheNumberOfTheExportedOneIsNotTakenForIt() throws {
      #expect(
        try bench.app("export", target, fault: "after-rename=kill").status
          == .killed(signal: SIGKILL)
      )
      // In place, so that the inode stays: as if it had been given to another file.
      let other = try FileHandle(forWritingTo: URL(filePath: target))
      try other.truncate(atOffset: 0)
      try other.write(contentsOf: Data("another\n".utf8))
      try other.close()
      #expect(try bench.app("job", "recover", "2").exitCode == 0)
      #expect(try bench.job(2).state == "failed" && text == "another\n")
    }

    @Test(.needsSmallDisk) func aCommitThatFailsBehindTheRenameIsSettledByARecovery() throws {
      let disk = try SmallDisk(megabytes: 2)
      let place = ["SHARED_STORE_CONTAINER": disk.path]
      func app(_ arguments: String...) throws -> Outcome {
        try bench.run(.app, arguments, environment: place)
      }
      #expect(try app("init").exitCode == 0)
      #expect(try app("document", "create", "a", "n=1").exitCode == 0)
      // A reader that stands still keeps the log from being used again, so the commit needs room.
      var shell = Launch([try #require(SQLiteShell.path), disk.path + "/SharedStore/store.sqlite"])
      shell.input = Array("BEGIN; SELECT count(*) FROM store;\n.system kill -STOP $PPID\n".utf8)
      let reader = try Child(shell)
      try reader.waitUntilStopped()
      let export = try bench.start(
        .app, ["export", target, "--json"], environment: place, fault: "after-rename=stop")
      try export.waitUntilStopped()
      try disk.fill()
      export.resume()
      try export.wait().expectFailure(10, "full")
      let exported = #"{"document":"a","fields":{"n":1}}"# + "\n"
      #expect(try text == exported && names == ["export.jsonl"])
      try disk.free()
      reader.kill()
      let lost: JobReport = try app("job", "show", "1", "--json").decoded()
      #expect(lost.state == "running" && lost.worker == "gone")
      #expect(try app("job", "recover", "1").exitCode == 0)
      let job: JobReport = try app("job", "show", "1", "--json").decoded()
      #expect(job.state == "succeeded" && job.percent == 100 && job.errorCode == nil)
      #expect(try text == exported)
    }

    @Test(arguments: [
      "before-unit=kill:50", "before-unit=kill:150", "before-final-commit=kill",
      "before-rename=kill", "after-rename=kill",
    ])
    func aKilledExportCanBeResumed(_ fault: String) throws {
      #expect(try bench.app("export", target, fault: fault).status == .killed(signal: SIGKILL))
      let resumed = try bench.app("job", "resume", "2")
      #expect(resumed.exitCode == 0, "\(resumed.error)")
      let job = try bench.job(2)
      #expect(job.state == "succeeded" && job.stages.map(\.done) == [100, 100, 1])
      try expectExported()
    }

    @Test func aTemporaryNameOfADeadExportIsRemoved() throws {
      #expect(
        try bench.app("export", target, fault: "before-rename=kill").status
          == .killed(signal: SIGKILL))
      // As it is for the moment between link and rename.
      try bench.makeFile("out/.export.jsonl.job-2", "half")
      #expect(try bench.app("job", "recover", "2").exitCode == 0)
      #expect(try names == ["export.jsonl"] && text == "old\n")
    }

    @Test(arguments: [("before-unit", 50), ("before-unit", 150), ("before-final-commit", 1)])
    func aCancelledExportLeavesTheOldFileAndNothingElse(_ point: String, _ time: Int) throws {
      let child = try bench.stoppedApp(at: point, time: time, "export", target, "--json")
      #expect(try bench.app("job", "cancel", "2").exitCode == 0)
      #expect(try bench.job(2).state == "cancelling")
      child.resume()
      let outcome = try child.wait()
      #expect(outcome.exitCode == 12 && outcome.failure?.code == "job-cancelled")
      #expect(try text == "old\n" && names == ["export.jsonl"])
    }

    @Test func aTargetInsideTheContainerIsRefusedWithoutARow() throws {
      for name in ["new", "SharedStore/store.sqlite", "SharedStore/new"] {
        let outcome = try bench.app("export", bench.store.container + "/" + name, "--json")
        #expect(outcome.exitCode == 78 && outcome.failure?.code == "configuration")
      }
      #expect(try bench.number("SELECT count(*) FROM jobs") == 1)
      #expect(try bench.app("check", "--full").exitCode == 0)
    }

    @Test(.needsRoot) func aTargetInsideTheContainerIsRefusedByEveryPath() throws {
      try bench.makeFolder("other")
      let mounting = [
        "/usr/bin/unshare", "--mount", "/bin/sh", "-c",
        #"mount --bind "$SHARED_STORE_CONTAINER" other && exec "$@""#, "sh",
      ]
      for name in ["new", "SharedStore/store.sqlite"] {
        let outcome = try bench.run(.app, ["export", "other/" + name, "--json"], prefix: mounting)
        outcome.expectFailure(78, "configuration")
      }
      #expect(try bench.app("check", "--full").exitCode == 0)
    }

    @Test func everyLineIsReadByAnotherProgram() throws {
      #expect(try bench.app("export", target).exitCode == 0)
      try expectExported()
      let python = "/usr/bin/python3"
      guard FileManager.default.isExecutableFile(atPath: python) else {
        try Test.cancel("SKIPPED: Python is not installed.")
      }
      let script = "import json,sys; [json.loads(l) for l in open(sys.argv[1])]"
      let check = try Child(Launch([python, "-c", script, target]))
      #expect(try check.wait().exitCode == 0)
    }
  }
}
