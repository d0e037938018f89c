import Foundation
import Testing

extension ProcessTests {
  /// `document …`, each command in a process of its own.
  @Suite struct DocumentCommandTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.document("create", "p", "x=0")
    }

    private func fails(
      _ arguments: String..., with code: Int32, _ word: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let before = try bench.document()
      let outcome = try bench.run(.app, ["document"] + arguments + ["--json"], input: "{}")
      outcome.expectFailure(code, word, sourceLocation: sourceLocation)
      #expect(try bench.document() == before, sourceLocation: sourceLocation)
    }

    @Test func twoGroupsAreUndoneOneByOneByOtherProcesses() throws {
      let first = try bench.document("edit", "p", "x=1", "--name", "One")
      #expect(first.undo == 1 && first.undoName == "One" && first.changed == true)
      let second = try bench.document("edit", "p", "x=2", "y=2", "--name", "Two")
      #expect(second.undo == 2 && second.undoName == "Two" && second.verified == true)
      let once = try bench.document("undo", "p")
      #expect(once.fields == ["x": .integer(1)] && once.undo == 1 && once.redo == 1)
      #expect(once.name == "Two" && once.undoName == "One" && once.redoName == "Two")
      let twice = try bench.document("undo", "p")
      #expect(twice.fields == ["x": .integer(0)] && twice.undo == 0 && twice.redo == 2)
      let nothing = try bench.document("undo", "p")
      #expect(nothing.changed == false && nothing.revision == twice.revision && nothing.redo == 2)
      let redone = try bench.document("redo", "p")
      #expect(redone.x == .integer(1) && redone.name == "One")
      // A new edit drops what could be redone.
      let edited = try bench.document("edit", "p", "x=9")
      #expect(edited.undo == 2 && edited.redo == 0 && !edited.canRedo)
      let again = try bench.document("redo", "p")
      #expect(again.changed == false && again.x == .integer(9))
    }

    @Test func anEqualEditAddsNothingAndKeepsRedo() throws {
      let equal = try bench.document("edit", "p", "x=0")
      #expect(equal.changed == false && !equal.canUndo && equal.revision == 1)
      try bench.document("edit", "p", "x=1")
      let undone = try bench.document("undo", "p")
      let again = try bench.document("edit", "p", "x=0")
      #expect(again.changed == false && again.canRedo && again.revision == undone.revision)
      // Equal to SQLite, but of another class.
      #expect(try bench.document("edit", "p", "x=0.0").changed == true)
    }

    @Test func whatIsRefusedChangesNothing() throws {
      try bench.document("edit", "p", "x=1")
      try fails("create", "p", with: 15, "exists")
      try fails("edit", "missing", "x=1", with: 3, "not-found")
      try fails("edit", "p", "x", with: 64, "usage")
      try fails("edit", "p", "x:int=one", with: 64, "usage")
      try fails("edit", "p", with: 64, "usage")
      try fails("edit", "p", "x=2", "--if-revision", "1", with: 2, "stale")
      try fails("edit", "p", "x=2", "--if-epoch", "another", with: 2, "stale")
      try fails("edit", "p", "x=2", "--name", "two\nlines", with: 65, "bad-input")
      try fails("undo", "p", "--if-revision", "1", with: 2, "stale")
      try fails("redo", "p", "--if-revision", "1", with: 2, "stale")
      try fails("delete", "p", with: 64, "usage")
      try fails("limits", "p", "--groups=-1", with: 64, "usage")
      try fails("load", "p", "missing.json", with: 65, "bad-input")
      try fails("show", "two\nlines", with: 64, "usage")
    }

    @Test func aResultIsAppliedOnlyToTheContentItWasMadeFrom() throws {
      let seen = try bench.document()
      let guards = ["--if-revision", "\(seen.revision)", "--if-epoch", seen.epoch]
      // Edited and undone: the same content again, and yet not the same moment.
      try bench.document("edit", "p", "x=1")
      try bench.document("undo", "p")
      let before = try bench.document()
      #expect(before.fields == seen.fields)
      let stale = try bench.run(.app, ["document", "edit", "p", "y=1", "--json"] + guards)
      stale.expectFailure(2, "stale")
      #expect(try bench.document() == before && before.canRedo)
      // Loaded: the epoch tells even where the number is right.
      let loaded = try bench.document("load", "p", "-", input: #"{"x":0}"#)
      let other = try bench.app(
        "document", "edit", "p", "y=1", "--if-revision", "\(loaded.revision)", "--if-epoch",
        seen.epoch, "--json")
      #expect(other.expectFailure(2, "stale")?.message.contains("epoch") == true)
      let inTime = try bench.document(
        "edit", "p", "y=1", "--if-revision", "\(loaded.revision)", "--if-epoch", loaded.epoch)
      #expect(inTime.changed == true)
    }

    @Test func loweredLimitsTrimAtOnceAndHoldForEveryProcess() throws {
      for x in 1...5 { try bench.document("edit", "p", "x=\(x)") }
      let lowered = try bench.document("limits", "p", "--groups", "2")
      #expect(lowered.undo == 2 && lowered.limits.groups == 2 && lowered.limits.bytes == 16 << 20)
      #expect(try bench.document().undo == 2 && bench.history().groups.map(\.number) == [4, 5])
      let edited = try bench.document("edit", "p", "x=6")
      #expect(edited.undo == 2)
      try bench.document("limits", "p", "--group-bytes", "70")
      let before = try bench.document()
      let refused = try bench.app("document", "edit", "p", "x=7", "y=twenty octets", "--json")
      let message = refused.expectFailure(65, "bad-input")?.message
      #expect(message?.contains("limit 70") == true)
      #expect(try bench.document() == before)
    }

    @Test func aLoadReplacesAFilesWorthOfFields() throws {
      let file = bench.folder + "/fields.json"
      try Data(#"{"a":1,"b":{"real":"inf"}}"#.utf8).write(to: URL(fileURLWithPath: file))
      try bench.document("edit", "p", "x=1")
      let seen = try bench.document()
      let loaded = try bench.document("load", "p", file)
      #expect(loaded.fields == ["a": .integer(1), "b": .typed(["real": "inf"])])
      #expect(!loaded.canUndo && loaded.epoch != seen.epoch && loaded.changed == true)
      for input in ["[]", "nonsense", #"{"x":[]}"#] {
        let outcome = try bench.app("document", "load", "p", "-", "--json", input: input)
        outcome.expectFailure(65, "bad-input")
      }
      #expect(try bench.document().revision == loaded.revision)
    }

    @Test func aDeletedDocumentIsGone() throws {
      try bench.document("create", "q")
      try bench.app("document", "delete", "p", "--yes").expectSuccess()
      for command in ["show", "history"] {
        try bench.extension("document", command, "p", "--json").expectFailure(3, "not-found")
      }
      let list: DocumentsReport = try bench.extension("document", "list", "--json").decoded()
      #expect(list.documents.map(\.document) == ["q"])
    }

    @Test func valuesComeBackExactThroughShowApplyUndoAndRedo() throws {
      try bench.document(
        "create", "values", "max=9223372036854775807", "tiny:real=5e-324", "inf:real=inf",
        "zero:real=-0.0", "one:real=1", "empty=", "none:null=", "bytes:blob=00ff",
        "composed=\u{e9}", "decomposed=e\u{301}", "digits:text=007")
      let nul = #"{"edit":"values","set":{"nul":"a\u0000b"}}"#
      try bench.app("apply", input: nul).expectSuccess()
      let shown = try bench.extension("document", "show", "values", "--json").output
      let fields = try #require(shown.firstMatch(of: /"fields":(\{.*\}),"limits"/)?.1)
      for part in [
        #""max":9223372036854775807"#, #""tiny":5e-324"#, #""inf":{"real":"inf"}"#,
        #""zero":{"real":"-0.0"}"#, #""one":{"real":"1.0"}"#, #""empty":"""#, #""none":null"#,
        #""bytes":{"blob":"00ff"}"#, "\"composed\":\"\u{e9}\"", "\"decomposed\":\"e\u{301}\"",
        #""digits":"007""#, #""nul":"a\u0000b""#,
      ] { #expect(Array(fields.utf8).contains(Array(part.utf8)), "\(part)") }

      func expectSame(_ id: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let shown = try bench.extension("document", "show", id, "--json").output
        let copy = shown.firstMatch(of: /"fields":(\{.*\}),"limits"/)?.1
        #expect(copy.map { Array($0.utf8) } == Array(fields.utf8), sourceLocation: sourceLocation)
      }
      try bench.app("apply", input: #"{"create":"copy","fields":\#(fields)}"#).expectSuccess()
      try expectSame("copy")
      // Every field changed, taken back, and brought back.
      try bench.document("create", "other")
      try bench.app("apply", input: #"{"edit":"other","set":\#(fields)}"#).expectSuccess()
      try expectSame("other")
      #expect(try bench.document("undo", "other").fields.isEmpty)
      try bench.document("redo", "other")
      try expectSame("other")
      try bench.document("load", "copy", "-", input: "{}")
      try bench.document("load", "copy", "-", input: String(fields))
      try expectSame("copy")
    }

    @Test func whatIsShownCannotMoveTheCursor() throws {
      let line = #"{"edit":"p","set":{"x":"a\u001b[2J\u202eb"},"name":"Name"}"#
      try bench.app("apply", input: line).expectSuccess()
      for command in ["show", "history"] {
        let text = try bench.extension("document", command, "p").output
        #expect(text.contains(#""a\u{1B}[2J\u{202E}b""#) && !text.contains("\u{1b}"))
      }
    }
  }
}
