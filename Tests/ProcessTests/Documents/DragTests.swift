import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProcessTests {
  /// `document edit --stream`: many moves, one group, whatever becomes of the process.
  @Suite struct DragTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.document("create", "p", "x=0")
    }

    @Test func twoMovesAreOneGroupThatOtherProcessesUndoAndRedo() throws {
      let outcome = try bench.app(
        "document", "edit", "p", "--stream", "--name", "Drag", "--json", input: "x=10\nx=20\n")
      let document = try outcome.document()
      #expect(document.x == .integer(20) && document.changed == true)
      #expect(document.canUndo && !document.canRedo && document.undoName == "Drag")
      let group = try #require(bench.history().groups.first)
      #expect(try bench.history().groups.count == 1)
      #expect(group.name == "Drag" && group.side == "undo" && group.operations == 1)
      let operation = HistoryReport.Operation(
        field: "x", operation: "set", before: .integer(0), after: .integer(20))
      #expect(group.fields == [operation])

      let undone = try bench.document("undo", "p")
      #expect(undone.x == .integer(0) && undone.name == "Drag" && undone.redoName == "Drag")
      #expect(!undone.canUndo && undone.canRedo)
      let redone = try bench.document("redo", "p")
      #expect(redone.x == .integer(20) && redone.name == "Drag" && redone.undoName == "Drag")
      #expect(redone.canUndo && !redone.canRedo)
    }

    @Test func everyMoveIsVisibleAtARevisionOfItsOwn() throws {
      let drag = try Drag(bench, "p", "--name", "Drag")
      for x in 1...4 as ClosedRange<Int64> {
        try drag.move("x=\(x)")
        let document = try bench.document()
        #expect(document.x == .integer(x) && document.revision == x + 1)
        #expect(document.openGroup == 1 && !document.canUndo)
      }
      let ended = try drag.end().document()
      #expect(ended.openGroup == nil && ended.undo == 1)
    }

    @Test(arguments: ["", "x=0\n", "x=5\nx=0\n", "\n\n"])
    func aDragThatEndsWhereItBeganLeavesNoGroupAndKeepsRedo(input: String) throws {
      try bench.document("edit", "p", "x=1")
      try bench.document("undo", "p")
      let outcome = try bench.app("document", "edit", "p", "--stream", "--json", input: input)
      let document = try outcome.document()
      #expect(document.changed == false && document.x == .integer(0))
      #expect(document.undo == 0 && document.redo == 1 && document.canRedo)
    }

    @Test func theLastLineNeedsNoEnd() throws {
      let outcome = try bench.app("document", "edit", "p", "--stream", input: "x=1\n\nx=2")
      outcome.expectSuccess()
      #expect(try bench.document().x == .integer(2))
    }

    @Test(arguments: [[SIGINT], [SIGTERM], [SIGINT, SIGTERM, SIGINT]], ["revert", "keep"])
    func aSignalAppliesThePolicy(signals: [Int32], policy: String) throws {
      let drag = try Drag(bench, "p", "--interrupted", policy)
      try drag.move("x=7")
      for signal in signals { drag.signal(signal) }
      let outcome = try drag.child.wait()
      #expect(outcome.exitCode == 130, "\(outcome.testDescription)")
      #expect(outcome.failure?.code == "interrupted")
      try expectPolicy(policy, x: 7)
    }

    @Test func aSignalThatComesBeforeTheEndOfTheInputCounts() throws {
      // As in a pipeline: Ctrl-C ends what writes the lines, too.
      for _ in 1...5 {
        let drag = try Drag(bench)
        try drag.move("x=7")
        drag.signal(SIGINT)
        let outcome = try drag.end()
        #expect(outcome.exitCode == 130, "\(outcome.testDescription)")
        try expectPolicy("revert", x: 7)
      }
    }

    @Test func aSignalStopsLinesThatHaveBeenReadAlready() throws {
      let drag = try Drag(bench)
      // More than a page of moves at once; a pipe takes them all.
      let lines = 6_000
      drag.write((1...lines).map { "x=\($0)\n" }.joined())
      try eventually("a move is made") { drag.acknowledged > 0 }
      drag.signal(SIGTERM)
      let outcome = try drag.child.wait()
      #expect(outcome.exitCode == 130)
      #expect(outcome.lines.count < lines)
      try expectPolicy("revert", x: 0)
    }

    @Test(
      arguments: ["nonsense", "=1", "x:real=nan", "x:int=1.5", "x:blob=0", "x\u{7}=1"],
      ["revert", "keep"])
    func aLineThatIsNoEditEndsTheGroupByItsPolicy(line: String, policy: String) throws {
      let outcome = try bench.app(
        "document", "edit", "p", "--stream", "--interrupted", policy, "--json",
        input: "x=7\n\(line)\nx=8\n")
      #expect(outcome.exitCode == 65 && outcome.failure?.code == "bad-input")
      #expect(outcome.failure?.message.contains(line) == false)
      try expectPolicy(policy, x: 7)
    }

    @Test func aMoveBeyondTheCapEndsTheGroupByItsPolicy() throws {
      try bench.document("limits", "p", "--group-bytes", "70")
      let outcome = try bench.app(
        "document", "edit", "p", "--stream", "--json", input: "x=7\ny=too large by now\n")
      #expect(outcome.exitCode == 65 && outcome.failure?.message.contains("limit 70") == true)
      try expectPolicy("revert", x: 7)
    }

    @Test func aMoveWhoseAcknowledgementNobodyGetsEndsTheGroupByItsPolicy() throws {
      let outcome = try bench.run(
        .app, ["document", "edit", "p", "--stream", "--json"], input: "x=7\nx=8\n",
        prefix: ["/bin/sh", "-c", #"exec "$0" "$@" >/dev/full"#])
      #expect(outcome.exitCode == 1, "\(outcome.testDescription)")
      try expectPolicy("revert", x: 7)
    }

    @Test func optionsThatDoNotFitTogetherAreAUsageError() throws {
      for arguments in [
        ["--stream", "x=1"], ["--stream", "--unset", "x"], ["--stream", "--if-revision", "1"],
        ["x=1", "--interrupted", "keep"], [], ["--stream", "--interrupted", "maybe"],
      ] {
        let outcome = try bench.run(.app, ["document", "edit", "p", "--json"] + arguments)
        outcome.expectFailure(64, "usage")
      }
      #expect(try bench.document().revision == 1)
    }

    /// Expects that the drag is over, undone or kept.
    private func expectPolicy(
      _ policy: String, x: Int64, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let document = try bench.document()
      let isKept = policy == "keep"
      #expect(document.openGroup == nil, sourceLocation: sourceLocation)
      #expect(document.x == .integer(isKept ? x : 0), sourceLocation: sourceLocation)
      #expect(document.undo == (isKept ? 1 : 0), sourceLocation: sourceLocation)
      #expect(document.canUndo == isKept, sourceLocation: sourceLocation)
    }
  }
}
