import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.serialized) struct ExportProcessTests {
  private let bench: JobBench

  init() throws {
    bench = try JobBench()
    try bench.makeFiles(100)
    try #require(try bench.app("import", bench.files).code == 0)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("old\n".utf8).write(to: URL(filePath: target))
  }

  private var folder: String { bench.root + "/out" }
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
    #expect(try bench.app("export", target, fault: fault).code == 256 + SIGKILL)
    #expect(try bench.job(2).worker == "gone")
    #expect(try text == "old\n")
    #expect(try bench.app("job", "recover", "2").code == 0)
    #expect(try bench.job(2).state == "failed")
    #expect(try text == "old\n" && names == ["export.jsonl"])
    #expect(try bench.app("job", "retry", "2").code == 0)
    try expectExported()
  }

  @Test(arguments: ["recover", "cancel"])
  func killedAfterTheRenameTheJobHasSucceeded(_ verb: String) throws {
    #expect(try bench.app("export", target, fault: "after-rename=kill").code == 256 + SIGKILL)
    let lost = try bench.job(2)
    #expect(lost.state == "running" && lost.worker == "gone")
    try expectExported()
    #expect(try bench.app("job", verb, "2").code == 0)
    let job = try bench.job(2)
    #expect(job.state == "succeeded" && job.percent == 100)
    try expectExported()
  }

  @Test(arguments: [
    "before-unit=kill:50", "before-unit=kill:150", "before-final-commit=kill",
    "before-rename=kill", "after-rename=kill",
  ])
  func aKilledExportCanBeResumed(_ fault: String) throws {
    #expect(try bench.app("export", target, fault: fault).code == 256 + SIGKILL)
    let resumed = try bench.app("job", "resume", "2")
    #expect(resumed.code == 0, "\(resumed.error)")
    let job = try bench.job(2)
    #expect(job.state == "succeeded" && job.stages.map(\.done) == [100, 100, 1])
    try expectExported()
  }

  @Test func aTemporaryNameOfADeadExportIsRemoved() throws {
    #expect(try bench.app("export", target, fault: "before-rename=kill").code == 256 + SIGKILL)
    // As it is for the moment between link and rename.
    try Data("half".utf8).write(to: URL(filePath: folder + "/.export.jsonl.job-2"))
    #expect(try bench.app("job", "recover", "2").code == 0)
    #expect(try names == ["export.jsonl"] && text == "old\n")
  }

  @Test(arguments: ["before-unit=stop:50", "before-unit=stop:150", "before-final-commit=stop"])
  func aCancelledExportLeavesTheOldFileAndNothingElse(_ fault: String) throws {
    let child = try bench.stopped(at: fault, "export", target, "--json")
    #expect(try bench.app("job", "cancel", "2").code == 0)
    #expect(try bench.job(2).state == "cancelling")
    child.send(SIGCONT)
    let outcome = try child.wait()
    #expect(outcome.code == 12 && outcome.failure == "job-cancelled")
    #expect(try text == "old\n" && names == ["export.jsonl"])
  }

  @Test func aTargetInsideTheContainerIsRefusedWithoutARow() throws {
    for name in ["new", "SharedStore/store.sqlite", "SharedStore/new"] {
      let outcome = try bench.app("export", bench.root + "/container/" + name, "--json")
      #expect(outcome.code == 78 && outcome.failure == "configuration")
    }
    #expect(try bench.number("SELECT count(*) FROM jobs") == 1)
    #expect(try bench.app("check", "--full").code == 0)
  }

  @Test func everyLineIsReadByAnotherProgram() throws {
    #expect(try bench.app("export", target).code == 0)
    try expectExported()
    let python = "/usr/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else { return }
    let check = try bench.start(
      "app", [target],
      prefix: [python, "-c", "import json,sys; [json.loads(l) for l in open(sys.argv[2])]"])
    #expect(try check.wait().code == 0)
  }
}
