import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProcessTests {
  /// `kill -9` in the middle of drags: data and journal agree whenever it comes.
  @Suite struct KilledDragTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.document("create", "p", "x=0")
      try bench.document("limits", "p", "--groups", "0", "--bytes", "0", "--group-bytes", "0")
    }

    @Test func killedDragsAreRevertedOrKeptWhole() throws {
      var random = Campaign.drags.random
      var (open, ended, rounds, before) = (0, 0, 0, try bench.document())
      for round in Campaign.drags.rounds(50, of: 2_000).lazy.map(Int64.init) {
        rounds += 1
        let isKept = Bool.random(using: &random)
        // Numbers of no other round.
        let moves = (1...Int64.random(in: 5...60, using: &random)).map { round * 1_000 + $0 }
        let drag = try bench.start(
          .app,
          ["document", "edit", "p", "--stream", "--json"]
            + (isKept ? ["--interrupted", "keep"] : []),
          input: moves.map { "x=\($0)\n" }.joined())
        // The moment is random on purpose: every one of them must be survived. Half of them are
        // counted from the first move, since a process begins with much else.
        if Bool.random(using: &random) {
          try eventually("a move is made") { !drag.output.isEmpty || drag.poll() != nil }
        }
        let moment = ContinuousClock.now + .microseconds(Int.random(in: 0...30_000, using: &random))
        while drag.poll() == nil && ContinuousClock.now < moment { usleep(200) }
        drag.kill()
        let acknowledged = try drag.wait().lines.count

        let recovered = try bench.document("recover", "p")
        #expect(recovered.openGroup == nil && recovered.redo == 0)
        open += recovered.changed == true ? 1 : 0
        ended += acknowledged > moves.count ? 1 : 0
        if recovered.undo == before.undo {
          #expect(recovered.x == before.x && acknowledged <= moves.count)
          if isKept { #expect(acknowledged == 0) }
        } else {
          // Ended by itself, or kept: at the last move that was acknowledged, or one later.
          #expect(recovered.undo == before.undo + 1)
          let last = min(acknowledged, moves.count)
          let possible = moves[max(last - 1, 0)...min(last, moves.count - 1)]
          #expect(possible.map { .integer($0) }.contains(recovered.x), "\(acknowledged)")
          if !isKept { #expect(recovered.x == .integer(moves[moves.count - 1])) }
        }
        before = recovered
      }
      #expect(min(open, before.undo) > rounds / 8, "\(open) open, \(ended) ended")
      try expectHistoryOf(before)
    }

    /// Each group begins where the last one ended, and undoing all of them leads to the beginning.
    private func expectHistoryOf(_ document: DocumentReport) throws {
      let groups = try bench.history().groups
      #expect(groups.count == document.undo)
      var x: FieldReport? = .integer(0)
      for group in groups {
        let operation = try #require(group.fields.first)
        #expect(group.fields.count == 1 && operation.before == x && group.side == "undo")
        #expect(group.operations == 1 && group.bytes == 32 + 1 + 8 + 8 + 16)
        x = operation.after
      }
      #expect(x == document.x)
      #expect(document.undoBytes == groups.count * 65)
      #expect(groups.map(\.number) == groups.map(\.number).sorted())

      #expect(try bench.runDocumentWriter("undo", "p", 10_000) == groups.count)
      #expect(try bench.document().fields == ["x": .integer(0)])
      #expect(try bench.runDocumentWriter("redo", "p", 10_000) == groups.count)
      #expect(try bench.document().fields == document.fields)
      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok)
    }

    /// What each command makes of a document at 2, with 1 to undo and 3 to redo.
    @Test(
      arguments: [
        ["edit", "p", "x=9"], ["undo", "p"], ["redo", "p"], ["load", "p", "-"],
        ["limits", "p", "--groups", "1"],
      ], ["before-commit", "after-commit"])
    func aCommandKilledAtItsCommitIsDoneOrNotDone(command: [String], point: String) throws {
      try bench.document("create", "q")
      for id in ["p", "q"] {
        try bench.document("load", id, "-", input: #"{"x":1}"#)
        for x in 2...3 { try bench.document("edit", id, "x=\(x)") }
        try bench.document("undo", id)
      }
      let before = try bench.document()
      let outcome = try bench.run(
        .app, ["document"] + command, input: #"{"x":5}"#, fault: point + "=kill")
      #expect(outcome.status == .killed(signal: 9))
      // The same on another document, in peace.
      let twin = command.map { $0 == "p" ? "q" : $0 }
      try bench.run(.app, ["document"] + twin, input: #"{"x":5}"#).expectSuccess()
      let (after, expected) = (try bench.document(), try bench.document("q"))
      if point == "before-commit" {
        #expect(after.fields == before.fields && after.revision == before.revision)
        #expect(after.undo == before.undo && after.redo == before.redo)
      } else {
        #expect(after.fields == expected.fields && after.revision > before.revision)
        #expect(after.undo == expected.undo && after.redo == expected.redo)
      }
    }
  }
}
