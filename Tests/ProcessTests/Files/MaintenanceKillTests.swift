import Foundation
import SharedStoreTesting
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProcessTests {
  /// Backup, restore and reset killed at any moment: what there was, what there is to be, or, of a
  /// reset, none.
  @Suite struct MaintenanceKillTests {
    let bench: Workbench
    let backup: String

    init() throws {
      bench = try Workbench()
      backup = bench.folder + "/backup.sqlite"
      // Enough to be copied in more than one step.
      let payload = #"{"text":"\#(String(repeating: "x", count: 600_000))"}"#
      for kind in ["a", "b", "c"] {
        try bench.app("publish", kind, input: payload).expectSuccess()
      }
      try bench.app("count", "set", "todo", "1").expectSuccess()
      try bench.app("backup", backup).expectSuccess()
      try bench.app("count", "set", "todo", "2").expectSuccess()
    }

    /// A copy of the container, with the environment that leads to it.
    private struct Copy {
      let container: String
      let folder: TemporaryDirectory
      var environment: [String: String] { ["SHARED_STORE_CONTAINER": container] }
    }

    private func copy() throws -> Copy {
      let folder = try TemporaryDirectory()
      let container = folder.path + "/container"
      let cp = Launch(["/bin/cp", "-a", bench.store.container, container])
      try #require(try Child(cp).wait().exitCode == 0)
      let copy = Copy(container: container, folder: folder)
      // The copy is on a line of its own from here on, so that this is not what is killed.
      try run(copy, "init").expectSuccess()
      return copy
    }

    @discardableResult
    private func run(
      _ copy: Copy, _ arguments: String..., tool: Tool = .app
    ) throws -> Outcome {
      try bench.run(tool, arguments, environment: copy.environment)
    }

    private func count(_ copy: Copy) throws -> Int64? {
      let outcome = try run(copy, "snapshot", "todo", "--json", tool: .extension)
      if outcome.exitCode == 4 { return nil }
      return try outcome.decoded(RecordReport.self).count
    }

    private func expectSound(_ copy: Copy, _ round: Int) throws {
      let check: CheckReport = try run(copy, "check", "--full", "--json").decoded()
      #expect(check.ok, "round \(round)")
    }

    @Test func whatIsKilledHasHappenedOrNot() throws {
      var random = Campaign.maintenance.random
      for round in Campaign.maintenance.rounds(9, of: 210) {
        let copy = try copy()
        let target = copy.folder.path + "/new.sqlite"
        let aside = copy.folder.path + "/aside"
        let command =
          switch round % 3 {
          case 0: ["backup", target]
          case 1: ["restore", backup, "--yes"]
          default: ["reset", "--keep-evidence", aside, "--yes"]
          }
        try kill(command, copy, round, &random)
        switch round % 3 {
        case 0: try expectBackup(copy, target, round)
        case 1:
          #expect(try [1, 2].contains(count(copy)), "round \(round)")
          try expectSound(copy, round)
          try run(copy, "restore", backup, "--yes").expectSuccess()
          #expect(try count(copy) == 1, "round \(round)")
          try expectSound(copy, round)
          let names = try FolderImage(copy.container + "/SharedStore").names
          #expect(names.allSatisfy { !$0.hasPrefix(".") }, "round \(round)")
        default: try expectReset(copy, aside, round)
        }
      }
    }

    private static let points = [
      ["backup-written=kill"], ["before-commit=kill", "restored=kill"],
      ["set-aside=kill:1", "set-aside=kill:2", "set-aside=kill:3"],
    ]

    private func kill(
      _ command: [String], _ copy: Copy, _ round: Int, _ random: inout SeededGenerator
    ) throws {
      // At a named point, or whenever it is.
      let points = MaintenanceKillTests.points[round % 3]
      if round / 3 < points.count {
        let fault = points[round / 3]
        let outcome = try bench.run(
          .app, command, environment: copy.environment, fault: fault)
        #expect(outcome.status == .killed(signal: 9), "\(outcome.testDescription)")
      } else {
        let child = try bench.start(.app, command, environment: copy.environment)
        // The moment is random on purpose: every one of them must be survived.
        usleep(useconds_t.random(in: 0...60_000, using: &random))
        child.kill()
        _ = try child.wait()
      }
    }

    private func expectBackup(_ copy: Copy, _ target: String, _ round: Int) throws {
      #expect(try count(copy) == 2, "round \(round)")
      let files = FileManager.default
      if files.fileExists(atPath: target) {
        let other = copy.folder.path + "/other"
        try bench.run(
          .app, ["restore", target, "--yes"], environment: ["SHARED_STORE_CONTAINER": other]
        ).expectSuccess()
      } else {
        try run(copy, "backup", target).expectSuccess()
      }
      try run(copy, "backup", target + "2").expectSuccess()
      let names = try files.contentsOfDirectory(atPath: copy.folder.path)
      #expect(names.allSatisfy { !$0.hasPrefix(".") }, "round \(round)")
    }

    private func expectReset(_ copy: Copy, _ aside: String, _ round: Int) throws {
      #expect(try [2, nil].contains(count(copy)), "round \(round)")
      // Again, until there is nothing left; each file is in one of the two places.
      let again = try run(copy, "reset", "--keep-evidence", aside, "--yes")
      #expect([0, 4].contains(again.exitCode), "\(again.testDescription)")
      #expect(try count(copy) == nil, "round \(round)")
      let files = FileManager.default
      let home = copy.folder.path + "/home/SharedStore"
      try files.createDirectory(
        atPath: copy.folder.path + "/home", withIntermediateDirectories: true)
      try files.moveItem(atPath: aside, toPath: home)
      let back = Copy(container: copy.folder.path + "/home", folder: copy.folder)
      try run(back, "init").expectSuccess()
      #expect(try count(back) == 2, "round \(round)")
      try expectSound(back, round)
    }
  }
}
