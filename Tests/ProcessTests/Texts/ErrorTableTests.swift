import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// Every row of the table of exit codes that a command can end with, in JSON and in text.
  @Suite struct ErrorTableTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "3").expectSuccess()
      try bench.app("publish", "note", input: "[1]").expectSuccess()
    }

    /// A command that fails.
    struct Row: CustomTestStringConvertible {
      let exitCode: Int32
      let word: String
      let tool: Tool
      let arguments: [String]
      var input = ""
      var needsShell = false
      /// What has gone wrong beforehand; a process that must live on is returned.
      var prepare: @Sendable (Workbench) throws -> Child? = { _ in nil }

      var testDescription: String {
        "\(exitCode) \(word): \(tool.rawValue) \(arguments.joined(separator: " "))"
      }
    }

    static let rows: [Row] = [
      Row(
        exitCode: 1, word: "failed", tool: .app, arguments: ["count", "set", "todo", "4"],
        needsShell: true
      ) { bench in
        try bench.reachLastRevision()
        return nil
      },
      Row(
        exitCode: 2, word: "stale", tool: .app,
        arguments: ["count", "set", "todo", "4", "--if-revision", "9"]),
      Row(exitCode: 3, word: "not-found", tool: .extension, arguments: ["snapshot", "none"]),
      Row(
        exitCode: 3, word: "not-found", tool: .extension,
        arguments: ["snapshot", "todo", "--revision", "9"]),
      Row(
        exitCode: 3, word: "not-found", tool: .app, arguments: ["snapshot", "list", "none"]),
      Row(
        exitCode: 4, word: "store-missing", tool: .extension,
        arguments: ["snapshot", "todo", "--app-group", "group.other"]),
      Row(
        exitCode: 4, word: "store-missing", tool: .app,
        arguments: ["count", "set", "todo", "4", "--app-group", "group.other"]),
      Row(
        exitCode: 5, word: "busy", tool: .app,
        arguments: ["count", "set", "todo", "4", "--timeout", "50ms"]
      ) { bench in
        try bench.stoppedApp(at: "transaction-begun", "count", "set", "todo", "5")
      },
      Row(exitCode: 7, word: "incompatible", tool: .extension, arguments: ["snapshot", "todo"]) {
        try Impostor.text.put(in: $0)
        return nil
      },
      Row(exitCode: 7, word: "incompatible", tool: .app, arguments: ["init"]) {
        try Impostor.zeroBytes.put(in: $0)
        return nil
      },
      Row(
        exitCode: 7, word: "unsupported-format", tool: .extension,
        arguments: ["snapshot", "todo"], needsShell: true
      ) { bench in
        try SQLiteShell.run(bench.store.store, "UPDATE snapshots SET format = 2")
        return nil
      },
      Row(
        exitCode: 7, word: "unsupported-format", tool: .app,
        arguments: ["count", "add", "note", "1"]),
      Row(
        exitCode: 8, word: "damaged", tool: .extension, arguments: ["snapshot", "todo"],
        needsShell: true
      ) { bench in
        try SQLiteShell.run(bench.store.store, "UPDATE snapshots SET title = 'x'")
        return nil
      },
      Row(exitCode: 9, word: "removed", tool: .app, arguments: ["init"]) { bench in
        try bench.app("count", "add", "todo", "1", fault: "after-commit=kill")
        try FileManager.default.removeItem(atPath: bench.store.store)
        return nil
      },
      Row(exitCode: 9, word: "replaced", tool: .extension, arguments: ["snapshot", "todo"]) {
        let copy = $0.folder + "/copy.sqlite"
        try $0.app("backup", copy).expectSuccess()
        try $0.app("count", "add", "todo", "1", fault: "after-commit=kill")
        try FileManager.default.removeItem(atPath: $0.store.store)
        try FileManager.default.moveItem(atPath: copy, toPath: $0.store.store)
        return nil
      },
      Row(
        exitCode: 13, word: "behind", tool: .extension,
        arguments: ["snapshot", "todo", "--at-least", "9", "--wait", "20ms"]),
      Row(exitCode: 15, word: "exists", tool: .app, arguments: ["backup", "copy.sqlite"]) {
        try $0.app("backup", "copy.sqlite").expectSuccess()
        return nil
      },
      Row(exitCode: 17, word: "recovery-needed", tool: .extension, arguments: ["kinds"]) {
        try $0.app("count", "add", "todo", "1", fault: "after-commit=kill")
        try FileManager.default.removeItem(atPath: $0.store.logIndex)
        return nil
      },
      Row(exitCode: 64, word: "usage", tool: .app, arguments: ["count", "set", "todo", "x"]),
      Row(exitCode: 64, word: "usage", tool: .extension, arguments: ["snapshot"]),
      Row(exitCode: 64, word: "usage", tool: .extension, arguments: ["count", "set", "a", "1"]),
      Row(
        exitCode: 64, word: "usage", tool: .app, arguments: ["status", "--timeout", "5"]),
      Row(
        exitCode: 65, word: "bad-input", tool: .app, arguments: ["publish", "note"], input: "{"),
      Row(exitCode: 65, word: "bad-input", tool: .app, arguments: ["publish", "note", "none"]),
      Row(
        exitCode: 65, word: "bad-input", tool: .app,
        arguments: ["count", "add", "todo", "9223372036854775807"]),
      Row(
        exitCode: 78, word: "configuration", tool: .extension,
        arguments: ["snapshot", "todo", "--app-group", "a/b"]),
      Row(
        exitCode: 78, word: "configuration", tool: .app,
        arguments: ["init", "--config", "none.json"]),
    ]

    @Test(arguments: rows.filter { !$0.needsShell || SQLiteShell.path != nil })
    func aCommandEndsWithTheExitCodeOfItsWord(row: Row) throws {
      let held = try row.prepare(bench)
      let json = try bench.run(row.tool, row.arguments + ["--json"], input: row.input)
      let failure = try #require(json.expectFailure(row.exitCode, row.word))
      #expect(json.error.split(separator: "\n").count == 1)
      let text = try bench.run(row.tool, row.arguments, input: row.input)
      #expect(text.exitCode == row.exitCode)
      #expect(text.output.isEmpty)
      #expect(text.error.hasPrefix("Error: \(failure.message.prefix(20))"))
      withExtendedLifetime(held) {}
    }

    /// Words that other suites show, and those of commands that are not about counts.
    private static let elsewhere: Set = [
      "unreadable", "full", "rewound", "suspended", "timed-out", "job-failed", "job-cancelled",
      "conflict", "group-open", "past-end", "interrupted",
    ]

    @Test func everyWordOfTheTableIsShownHereOrNamedAsMissing() throws {
      let help = try bench.app("help", "exit-codes").output
      let words = help.split(separator: "\n").compactMap { line -> Substring? in
        let fields = line.split(separator: " ")
        return Int(fields.first ?? "").flatMap { $0 > 0 ? fields[1] : nil }
      }
      let shown = Set(ErrorTableTests.rows.map(\.word))
      #expect(Set(words.map(String.init)) == shown.union(ErrorTableTests.elsewhere))
    }

    @Test(.needsSQLiteShell) func theLastRevisionThereCanBeIsRefusedAndTheRowStays() throws {
      try bench.reachLastRevision()
      let failure = try bench.app("count", "set", "todo", "4", "--json")
        .expectFailure(1, "failed")
      #expect(failure?.message.contains("last revision") == true)
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.storeRevision == .max && record.count == 3)
    }

    @Test(arguments: Tool.forPeople)
    func aResultThatNobodyGotIsNoSuccess(tool: Tool) throws {
      var launch = Launch([tool.path, "snapshot", "todo", "--json"])
      launch.environment = bench.store.environment
      launch.outputPath = "/dev/full"
      try Child(launch).wait().expectFailure(1, "failed")
    }

    /// Which streams the tool is started without.
    @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    func aStreamThatIsClosedIsNoFileOfTheStore(closing: String) throws {
      try bench.app("document", "create", "d", "x=1").expectSuccess()
      let image = try ["store.lock", "store.turn"].map {
        try Data(contentsOf: URL(filePath: bench.store.directory + "/" + $0))
      }
      let edit = try bench.run(
        .app, ["document", "edit", "d", "x=private words", "--json"],
        prefix: ["/bin/sh", "-c", #"exec "$@" "# + closing, "sh"])
      #expect(edit.exitCode == (closing.contains(" >&-") || closing == ">&-" ? 1 : 0))
      let after = try ["store.lock", "store.turn"].map {
        try Data(contentsOf: URL(filePath: bench.store.directory + "/" + $0))
      }
      #expect(after == image && image.allSatisfy(\.isEmpty))
      #expect(try bench.app("check").exitCode == 0)
    }
  }
}

extension Workbench {
  /// Gives the store the last revision there can be, with the checksum that belongs to the row.
  fileprivate func reachLastRevision() throws {
    try SQLiteShell.run(
      store.store,
      """
      INSERT INTO changes VALUES
        (9223372036854775807, 0, 'store', 'created', 1, 'changed', 0, -3852168033988099784, 8006564161150555005)
      """)
  }
}
