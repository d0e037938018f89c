import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct PathTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "3").expectSuccess()
    }

    private func expectBothTools(
      _ exitCode: Int32, _ word: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      for (tool, arguments) in [
        (Tool.app, ["count", "add", "todo", "1"]), (.app, ["init"]), (.app, ["status"]),
        (.extension, ["snapshot", "todo"]), (.extension, ["path"]),
      ] {
        let outcome = try bench.run(tool, arguments + ["--json"])
        outcome.expectFailure(exitCode, word, sourceLocation: sourceLocation)
        #expect(outcome.duration < .seconds(2), sourceLocation: sourceLocation)
      }
    }

    /// A container whose store's path has this many bytes.
    private func container(forPathOf bytes: Int) -> String {
      var path = bench.folder
      let rest = "/SharedStore/store.sqlite".utf8.count
      while path.utf8.count + rest < bytes {
        // A name has at most 255 bytes, and at least one beside its slash.
        let missing = bytes - path.utf8.count - rest
        let length = missing <= 201 ? missing : min(200, missing - 2)
        path += "/" + String(repeating: "d", count: length - 1)
      }
      return path
    }

    @Test(arguments: [480, 499, 500])
    func aPathUpToTheLimitWorksInBothTools(bytes: Int) throws {
      let place = ["--container", container(forPathOf: bytes), "--json"]
      let created: CreatedReport = try bench.run(.app, ["init"] + place).decoded()
      #expect(created.path.utf8.count == bytes)
      try bench.run(.app, ["count", "set", "todo", "7"] + place).expectSuccess()
      let record: RecordReport = try bench.run(.extension, ["snapshot", "todo"] + place).decoded()
      #expect(record.count == 7)
    }

    @Test(arguments: [501, 505, 512, 1_000, 4_200])
    func aPathBeyondTheLimitIsRefusedWithBothNumbers(bytes: Int) throws {
      let place = ["--container", container(forPathOf: bytes), "--json"]
      for (tool, arguments) in [
        (Tool.app, ["init"]), (.app, ["count", "set", "todo", "7"]),
        (.extension, ["snapshot", "todo"]),
      ] {
        let outcome = try bench.run(tool, arguments + place)
        let failure = outcome.expectFailure(78, "configuration")
        #expect(failure?.message.contains("\(bytes) bytes, limit 500") == true)
      }
      #expect(try FolderImage(bench.folder).names.isEmpty)
    }

    @Test(arguments: [500, 501])
    func aRelativeContainerCountsWithTheDirectoryItIsIn(bytes: Int) throws {
      // "/here" and what the store adds are the last bytes of the path.
      let folder = container(forPathOf: bytes - "/here".utf8.count)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (tool, arguments) in [(Tool.app, ["init"]), (.extension, ["status"])] {
        var launch = Launch([tool.path] + arguments + ["--container", "here", "--json"])
        launch.environment = bench.store.environment
        launch.workingDirectory = folder
        let outcome = try Child(launch).wait()
        if bytes <= 500 {
          outcome.expectSuccess()
        } else {
          let failure = outcome.expectFailure(78, "configuration")
          #expect(failure?.message.contains("limit 500") == true)
        }
      }
      #expect(try FolderImage(folder).names.isEmpty == (bytes > 500))
    }

    @Test func aHardLinkOfTheStoreIsRefused() throws {
      let other = bench.folder + "/second-name.sqlite"
      try FileManager.default.linkItem(atPath: bench.store.store, toPath: other)
      let before = try FolderImage.Entry(path: bench.store.store)
      try expectBothTools(78, "configuration")
      #expect(try FolderImage.Entry(path: bench.store.store) == before)
      try FileManager.default.removeItem(atPath: other)
      try bench.extension("snapshot", "todo").expectSuccess()
    }

    @Test(arguments: [true, false])
    func aLinkInTheStoresPlaceIsRefused(dangling: Bool) throws {
      let real = bench.folder + "/real.sqlite"
      try FileManager.default.moveItem(atPath: bench.store.store, toPath: real)
      let target = dangling ? real + "-none" : real
      try FileManager.default.createSymbolicLink(
        atPath: bench.store.store, withDestinationPath: target)
      let before = try FolderImage.Entry(path: real)
      try expectBothTools(78, "configuration")
      #expect(try FolderImage.Entry(path: real) == before)
      #expect(try FolderImage(bench.folder).names == ["real.sqlite"])
    }

    @Test func aLinkToTheContainerOrToTheStoresFolderWorks() throws {
      let container = bench.folder + "/container"
      try FileManager.default.createSymbolicLink(
        atPath: container, withDestinationPath: bench.store.container)
      let second = bench.folder + "/second"
      try FileManager.default.createDirectory(atPath: second, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: second + "/SharedStore", withDestinationPath: bench.store.directory)
      for (index, place) in [container, second].enumerated() {
        let arguments = ["--container", place, "--json"]
        let receipt: ReceiptReport = try bench.run(
          .app, ["count", "add", "todo", "1"] + arguments
        ).decoded()
        let record: RecordReport = try bench.run(
          .extension, ["snapshot", "todo"] + arguments
        ).decoded()
        #expect(receipt.revision == Int64(index + 2) && record.revision == receipt.revision)
        try bench.run(.app, ["init"] + arguments).expectSuccess()
        let path = try bench.run(.extension, ["path", "--container", place]).output
        #expect(path == bench.store.store + "\n")
      }
    }

    @Test(arguments: ["file", "loop"])
    func aContainerThatIsNoDirectoryIsRefused(kind: String) throws {
      let place = bench.folder + "/place"
      if kind == "file" { try Data("text".utf8).write(to: URL(filePath: place)) }
      if kind == "loop" {
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: place)
      }
      let before = try FolderImage(bench.folder)
      for (tool, arguments) in [(Tool.app, ["init"]), (.extension, ["snapshot", "todo"])] {
        try bench.run(tool, arguments + ["--container", place, "--json"])
          .expectFailure(78, "configuration")
      }
      #expect(try FolderImage(bench.folder) == before)
    }

    @Test(arguments: ["a b", "q?x=1#f", "100%41", "it's \"quoted\"", "line\nbreak", "e\u{301}"])
    func anOddNameOfTheContainerIsOnlyAName(name: String) throws {
      let place = ["--container", bench.folder + "/" + name, "--json"]
      try bench.run(.app, ["init"] + place).expectSuccess()
      try bench.run(.app, ["count", "set", "todo", "5"] + place).expectSuccess()
      let record: RecordReport = try bench.run(.extension, ["snapshot", "todo"] + place).decoded()
      #expect(record.count == 5)
      // Without sidecars the reader opens the file by a URI, in which such a name must be quoted.
      for suffix in ["-wal", "-shm"] {
        try FileManager.default.removeItem(
          atPath: bench.folder + "/\(name)/SharedStore/store.sqlite" + suffix)
      }
      let again: RecordReport = try bench.run(.extension, ["snapshot", "todo"] + place).decoded()
      #expect(again == record)
    }
  }
}
