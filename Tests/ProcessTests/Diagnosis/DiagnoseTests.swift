import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// One fault planted at a time: `diagnose` names its step, and what it prints as a way on works.
  @Suite struct DiagnoseTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "3", "--title", "Milk").expectSuccess()
    }

    private func diagnose(_ arguments: String...) throws -> Outcome {
      try bench.run(.extension, ["diagnose", "todo", "--json"] + arguments)
    }

    /// Expects a fault at a step and none before it, and follows the advice that is given there.
    private func expectFault(
      _ outcome: Outcome, at step: String, _ exitCode: Int32, _ reason: String,
      environment: [String: String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let report = try DiagnoseReport(outcome)
      #expect(outcome.exitCode == exitCode, "\(outcome)", sourceLocation: sourceLocation)
      #expect(outcome.failure?.code == reason, "\(outcome)", sourceLocation: sourceLocation)
      #expect(report.firstFailure == step, "\(outcome)", sourceLocation: sourceLocation)
      #expect(report.reason == reason && !report.ok, sourceLocation: sourceLocation)
      #expect(!(outcome.output + outcome.error).contains("Milk"), sourceLocation: sourceLocation)
      for command in report.commands(of: step) {
        let done = try follow(command, environment ?? bench.store.environment)
        #expect(done.exitCode == 0, "\(done)", sourceLocation: sourceLocation)
      }
    }

    private func follow(_ command: String, _ environment: [String: String]) throws -> Outcome {
      var launch = Launch(["/bin/sh", "-c", command])
      let path = Tool.folder.path(percentEncoded: false)
      launch.environment = environment.merging(["PATH": path + ":/usr/bin:/bin"]) { $1 }
      launch.workingDirectory = bench.folder
      return try Child(launch).wait()
    }

    @Test func nothingIsWrongWhereNothingIsAndTheScreenIsNotKnown() throws {
      let outcome = try diagnose("--expect-revision", "1")
      let report = try DiagnoseReport(outcome)
      #expect(outcome.exitCode == 0 && report.ok && outcome.error.isEmpty, "\(outcome)")
      #expect(report.steps.map(\.state) == ["ok", "ok", "ok", "ok", "ok", "unknown"])
      #expect(!outcome.output.contains("Milk"))
      for command in report.steps.flatMap(\.commands) {
        #expect(try follow(command, bench.store.environment).exitCode == 0, "\(command)")
      }
      // Which left a report.
      #expect(try DiagnoseReport(diagnose()).readers.map(\.name) == ["extension"])
    }

    @Test func anotherAppGroupIsFoundInTheStore() throws {
      let container = bench.store.container
      let outcome = try bench.run(
        .extension,
        ["diagnose", "todo", "--json", "--app-group", "group.other", "--container", container])
      try expectFault(outcome, at: "store", 4, "store-missing")
    }

    @Test(arguments: [true, false])
    func anAppGroupThatComesBeforeTheConfigurationIsFoundInTheStore(asAFlag: Bool) throws {
      let home = try UserHome()
      try home.makeStore("group.right", container: home.path + "/container")
      try home.configure("group.right", container: home.path + "/container")
      let container = home.path + "/container"
      try home.run(
        .app, ["count", "set", "todo", "3", "--container", container]
      ).expectSuccess()
      let wrong = asAFlag ? [:] : ["SHARED_STORE_APP_GROUP": "group.wrong"]
      let outcome = try home.run(
        .extension,
        ["diagnose", "todo", "--json"] + (asAFlag ? ["--app-group", "group.wrong"] : []),
        environment: wrong)
      try expectFault(
        outcome, at: "store", 4, "store-missing",
        environment: wrong.merging(["HOME": home.path]) { $1 })
      #expect(
        try DiagnoseReport(outcome).commands(of: "store").first?.contains("app init") == false)
    }

    @Test func aConfigurationThatDoesNotCountIsFoundInTheStoreAndCountsAfterwards() throws {
      let home = try UserHome()
      try home.makeStore("group.near")
      try home.makeStore("group.far")
      try home.configure("group.far", in: home.path)
      let file = try home.configure("group.near", mode: 0o664)
      let outcome = try home.run(.extension, ["diagnose", "todo", "--json"])
      try expectFault(outcome, at: "store", 78, "configuration", environment: ["HOME": home.path])
      #expect(outcome.output.contains(file))
      #expect(try home.appGroup().value == "group.near")
    }

    @Test func aWriterThatFailedIsFoundInWhatWasWritten() throws {
      try bench.run(.app, ["count", "set", "todo", "4"], fault: "before-commit=kill")
      try expectFault(diagnose("--expect-revision", "2"), at: "written", 13, "behind")
    }

    @Test func aWriterThatIsStoppedIsFoundInWhatWasWrittenAndGoesOn() throws {
      let writer = try bench.stoppedApp(at: "before-commit", "count", "set", "todo", "4")
      try expectFault(diagnose(), at: "written", 5, "busy")
      #expect(try writer.wait().exitCode == 0)
      #expect(try DiagnoseReport(diagnose("--expect-revision", "2")).ok)
    }

    @Test func aRevisionOfAnotherKindIsFoundInWhatWasWritten() throws {
      try bench.app("count", "set", "other", "1").expectSuccess()
      try expectFault(diagnose("--expect-revision", "2"), at: "written", 2, "stale")
    }

    @Test func aKindThatWasNeverWrittenIsFoundInWhatWasWritten() throws {
      let outcome = try bench.extension("diagnose", "-todo s", "--json", "--", "x")
      #expect(outcome.exitCode == 64)
      let missing = try bench.run(.extension, ["diagnose", "--json", "--", "-it's"])
      try expectFault(missing, at: "written", 3, "not-found")
    }

    /// Lets another program write a kind and ask no display.
    private func writeUnasked(_ kind: String) throws {
      let store = bench.store
      let writer = try bench.start(
        .contentionWriter, [store.container, store.appGroup, kind, "1", "unasked"])
      try writer.waitUntilStopped()
      writer.resume()
      try writer.wait().expectSuccess()
    }

    @Test func aValueThatNoDisplayWasEverAskedForIsFoundInWhatWasRequested() throws {
      try writeUnasked("quiet")
      let outcome = try bench.extension("diagnose", "quiet", "--json")
      try expectFault(outcome, at: "requested", 3, "not-found")
    }

    @Test func aValueThatCameWithoutARequestIsFoundInWhatWasRequested() throws {
      try writeUnasked("todo")
      try expectFault(diagnose(), at: "requested", 2, "stale")
    }

    @Test func anOlderCopyIsFoundInTheStore() throws {
      let copy = try TemporaryStore(appGroup: bench.store.appGroup)
      try FileManager.default.createDirectory(
        atPath: copy.directory, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: bench.store.store, toPath: copy.store)
      let arguments = ["diagnose", "todo", "--json"]
      let outcome = try bench.run(.extension, arguments, environment: copy.environment)
      try expectFault(
        outcome, at: "store", 17, "recovery-needed", environment: copy.environment)
      #expect(try bench.run(.extension, arguments, environment: copy.environment).exitCode == 0)
    }

    @Test func aFileThatIsOlderThanWhatWasReadIsFoundInTheStore() throws {
      let older = bench.folder + "/older"
      try FileManager.default.copyItem(atPath: bench.store.store, toPath: older)
      try bench.app("count", "set", "todo", "4").expectSuccess()
      try bench.extension("timeline", "todo", "--report", "widget").expectSuccess()
      let handle = try FileHandle(forWritingTo: URL(filePath: bench.store.store))
      try handle.write(contentsOf: Data(contentsOf: URL(filePath: older)))
      try handle.close()
      for name in [bench.store.log, bench.store.notice] {
        try FileHandle(forWritingTo: URL(filePath: name)).truncate(atOffset: 0)
      }
      try FileManager.default.removeItem(atPath: bench.store.logIndex)
      try expectFault(diagnose(), at: "store", 9, "rewound")
    }

    @Test func aFormatThatTheReaderDoesNotKnowIsFoundInReading() throws {
      _ = try bench.app(
        "publish", "todo", "--payload-format", "2", "--replace-type", input: "[1]")
      try expectFault(diagnose(), at: "read", 7, "unsupported-format")
    }

    @Test(.needsSQLiteShell) func anAppThatIsNewerThanTheExtensionIsFoundInTheStore() throws {
      try Impostor.newerSchema.put(in: bench)
      try expectFault(diagnose(), at: "store", 7, "incompatible")
    }

    @Test func aReportThatIsOlderThanTheStoreIsFoundInReading() throws {
      try bench.extension("timeline", "todo", "--report", "widget").expectSuccess()
      try bench.app("count", "set", "todo", "4").expectSuccess()
      try expectFault(diagnose("--expect-revision", "2"), at: "read", 13, "behind")
    }

    @Test func aTimelineThatIsFollowedIsReportedEachTime() throws {
      let follower = try bench.start(
        .extension, ["timeline", "todo", "--follow", "--report", "live", "--json"])
      func shown() -> Int { follower.output.split(separator: "\n").count }
      try eventually("the first is shown") { shown() == 1 }
      try bench.app("count", "set", "todo", "4").expectSuccess()
      try eventually("the second is shown") { shown() == 2 }
      let report = try DiagnoseReport(diagnose("--expect-revision", "2"))
      #expect(report.ok && report.readers.map(\.name) == ["live"])
      follower.interrupt()
      #expect(try follower.wait().exitCode == 130)
    }

    @Test func aReaderOfAnotherStoreIsFoundInReading() throws {
      try bench.extension("timeline", "todo", "--report", "widget").expectSuccess()
      let other = try Workbench()
      try other.app("count", "set", "todo", "3").expectSuccess()
      try FileManager.default.copyItem(
        atPath: bench.store.directory + "/readers", toPath: other.store.directory + "/readers")
      let outcome = try other.extension("diagnose", "todo", "--json")
      try expectFault(outcome, at: "read", 9, "replaced")
    }

    @Test func aTimelinePastItsEndIsFoundInWhatWasComputed() throws {
      try bench.extension(
        "timeline", "todo", "--report", "widget", "--now", "2026-01-01T00:00:00Z"
      ).expectSuccess()
      try expectFault(diagnose(), at: "computed", 18, "past-end")
    }

    @Test func textShowsEachStepWithItsWordAndTheWayOn() throws {
      try bench.extension("timeline", "todo", "--report", "widget").expectSuccess()
      try bench.app("count", "set", "todo", "4").expectSuccess()
      let outcome = try bench.extension("diagnose", "todo")
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("written    ok ") }, "\(outcome)")
      #expect(lines.contains { $0.hasPrefix("read       FAIL ") }, "\(outcome)")
      #expect(lines.contains { $0.hasPrefix("displayed  ? ") }, "\(outcome)")
      #expect(lines.contains { $0.hasSuffix("$ extension snapshot --at-least 2 todo") })
      #expect(lines.last?.hasPrefix("versions: extension ") == true)
    }

    @Test func askingChangesNothing() throws {
      try bench.extension("timeline", "todo", "--report", "widget").expectSuccess()
      let before = try FolderImage(bench.store.directory)
      try diagnose().expectSuccess()
      try bench.extension("status").expectSuccess()
      let after = try FolderImage(bench.store.directory)
      #expect(after.names == before.names)
    }
  }
}

/// What `diagnose` shows.
struct DiagnoseReport: Decodable {
  struct Step: Decodable {
    struct Next: Decodable {
      let text: String
      let command: String?
    }
    let step: String
    let state: String
    let reason: String?
    let next: [Next]

    var commands: [String] { next.compactMap(\.command) }
  }
  struct Reader: Decodable {
    let name: String
  }
  let ok: Bool
  let reason: String?
  let steps: [Step]
  let readers: [Reader]

  init(_ outcome: Outcome) throws {
    self = try JSONDecoder().decode(DiagnoseReport.self, from: Data(outcome.output.utf8))
  }

  var firstFailure: String? { steps.first { $0.state == "failed" }?.step }

  func commands(of step: String) -> [String] {
    steps.filter { $0.step == step }.flatMap(\.commands)
  }
}
