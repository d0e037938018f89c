import Testing

extension ProcessTests {
  /// `apply`: several changes, one revision, or none of them.
  @Suite struct ApplyTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.document("create", "p", "x=0")
    }

    @Test func aCountAnEditAndAPublishHaveOneRevision() throws {
      let applied: ApplyReport = try bench.app(
        "apply", "--json",
        input: """
          {"count":"todo","set":3,"title":"Today"}
          {"edit":"p","set":{"x":1},"name":"Apply"}
          {"publish":"note","payload":{"text":"hello"},"type":"note","payloadFormat":2}
          """
      ).decoded()
      #expect(applied == ApplyReport(lines: 3, storeRevision: 2, changed: true, verified: true))
      let document = try bench.document()
      #expect(document.revision == 2 && document.x == .integer(1) && document.undoName == "Apply")
      for kind in ["todo", "note"] {
        let record: RecordReport = try bench.extension("snapshot", kind, "--json").decoded()
        #expect(record.revision == 2 && record.storeRevision == 2)
      }
    }

    @Test func everyKindOfLineDoesWhatItsCommandDoes() throws {
      for id in ["q", "r", "s"] { try bench.document("create", id, "x=0") }
      for id in ["q", "r"] { try bench.document("edit", id, "x=1", "--name", "First") }
      try bench.document("undo", "r")
      let revision = try bench.document("s").storeRevision
      let applied: ApplyReport = try bench.app(
        "apply", "-", "--json",
        input: """
          {"create":"new","fields":{"x":{"real":"1.0"},"b":{"blob":"00ff"},"n":null}}
          {"create":"empty"}
          {"edit":"p","set":{"y":1},"unset":["x"],"ifRevision":1}

          {"undo":"q"}
          {"redo":"r"}
          {"load":"r","fields":{"z":0}}
          {"delete":"s"}
          {"count":"todo","add":2}
          {"count":"todo","add":3}
          """
      ).decoded()
      #expect(applied.lines == 9 && applied.storeRevision == revision + 1)
      let new = try bench.document("new")
      let fields: [String: FieldReport] = [
        "x": .typed(["real": "1.0"]), "b": .typed(["blob": "00ff"]), "n": .null,
      ]
      #expect(new.fields == fields && new.undo == 0)
      #expect(try bench.document("empty").fields.isEmpty)
      #expect(try bench.document("p").fields == ["y": .integer(1)])
      #expect(try bench.document("q").x == .integer(0) && bench.document("q").redoName == "First")
      #expect(try bench.document("r").fields == ["z": .integer(0)])
      try bench.extension("document", "show", "s", "--json").expectFailure(3, "not-found")
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == 5 && record.revision == revision + 1)
      for id in ["new", "empty", "p", "q", "r"] {
        #expect(try bench.document(id).revision == revision + 1)
      }
    }

    @Test(arguments: [
      "nonsense", "[]", "7", "{}", #"{"count":"todo"}"#, #"{"count":"todo","set":1,"add":1}"#,
      #"{"count":"","set":1}"#, #"{"count":"todo","set":1.5}"#, #"{"count":"todo","set":"1"}"#,
      #"{"count":7,"set":1}"#, #"{"publish":"k"}"#, #"{"publish":"k","payload":1,"type":"count"}"#,
      #"{"publish":"k","payload":1,"payloadFormat":0}"#, #"{"create":""}"#,
      #"{"create":"n","fields":[]}"#, #"{"create":"n","fields":{"":1}}"#,
      #"{"create":"n","fields":{"x":[1]}}"#, #"{"create":"n","fields":{"x":{"real":"nan"}}}"#,
      #"{"edit":"p"}"#, #"{"edit":"p","set":{}}"#, #"{"edit":"p","set":{"x":1},"unset":"y"}"#,
      #"{"edit":"p","set":{"x":1},"ifRevision":-1}"#, #"{"edit":"p","set":{"x":1},"nmae":"a"}"#,
      #"{"edit":"p","set":{"x":1},"undo":"p"}"#, #"{"undo":"p","name":"a"}"#,
      #"{"undo":null}"#, #"{"delete":"a\nb"}"#, #"{"edit":"p","set":{"x":1}} {}"#,
      #"{"edit":"p","set":{"x":1}"#, "\u{feff}{}",
    ])
    func aBadLineIsNamedByItsNumberAndNothingIsChanged(line: String) throws {
      let outcome = try bench.app(
        "apply", "--json", input: "{\"edit\":\"p\",\"set\":{\"x\":1}}\n\n\(line)\n")
      let failure = outcome.expectFailure(65, "bad-input")
      #expect(failure?.message.hasPrefix("Line 3 ") == true, "\(outcome.testDescription)")
      let document = try bench.document()
      #expect(document.x == .integer(0) && document.storeRevision == 1)
    }

    @Test(arguments: [
      (#"{"edit":"p","set":{"x":2},"ifRevision":9}"#, 2, "stale"),
      (#"{"edit":"p","set":{"x":2},"ifEpoch":"old"}"#, 2, "stale"),
      (#"{"count":"todo","add":1,"ifRevision":9}"#, 2, "stale"),
      (#"{"edit":"missing","set":{"x":2}}"#, 3, "not-found"),
      (#"{"undo":"missing"}"#, 3, "not-found"),
      (#"{"create":"p"}"#, 15, "exists"),
      (#"{"count":"counted","set":1}"#, 64, "usage"),
      (#"{"edit":"p","set":{"x":2},"name":"a\nb"}"#, 65, "bad-input"),
    ])
    func aRefusedLineUndoesThoseBeforeIt(line: String, code: Int, word: String) throws {
      try bench.app("count", "define", "counted", "--where", "x=0").expectSuccess()
      let before = try bench.document()
      let outcome = try bench.app(
        "apply", "--json", input: "{\"edit\":\"p\",\"set\":{\"x\":1}}\n\(line)\n")
      outcome.expectFailure(Int32(code), word)
      #expect(try bench.document() == before)
    }

    @Test(arguments: ["", "\n\n", #"{"edit":"p","set":{"x":0}}"#, #"{"undo":"p"}"#])
    func whatChangesNothingTakesNoRevision(input: String) throws {
      let applied: ApplyReport = try bench.app("apply", "--json", input: input).decoded()
      #expect(!applied.changed && applied.storeRevision == 1)
      #expect(applied.lines == (input.hasPrefix("{") ? 1 : 0))
    }
  }
}
