import Testing

extension ProcessTests {
  /// Other processes while a drag is open: its owner alive, stopped, dead, or robbed.
  @Suite struct OpenGroupTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.document("create", "p", "x=0")
      try bench.document("edit", "p", "x=1", "--name", "First")
    }

    /// Commands that other processes are refused while the drag is open.
    private static let commands = [
      ["undo", "p"], ["redo", "p"], ["edit", "p", "x=9"], ["edit", "p", "--unset", "x"],
      ["edit", "p", "--stream"], ["load", "p", "-"], ["delete", "p", "--yes"], ["recover", "p"],
      ["limits", "p", "--groups", "1"],
    ]

    private func expectRefusals(
      owner: Child, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let before = try bench.document()
      for command in OpenGroupTests.commands {
        let outcome = try bench.run(.app, ["document"] + command + ["--json"], input: "{}")
        let failure = outcome.expectFailure(16, "group-open", sourceLocation: sourceLocation)
        #expect(
          failure?.message.contains("process \(owner.processID),") == true,
          sourceLocation: sourceLocation)
      }
      #expect(try bench.document() == before, sourceLocation: sourceLocation)
    }

    @Test func everybodyElseIsRefusedWhileTheOwnerLives() throws {
      let drag = try Drag(bench, "p", "--name", "Drag")
      try drag.move("x=7")
      try expectRefusals(owner: drag.child)
      // A stopped owner is alive.
      try drag.child.stop()
      try expectRefusals(owner: drag.child)
      drag.child.resume()
      try drag.move("x=8")
      let ended = try drag.end().document()
      #expect(ended.x == .integer(8) && ended.undoName == "Drag" && ended.undo == 2)
      #expect(try bench.document("undo", "p").x == .integer(1))
    }

    @Test func otherDocumentsGoOnMeanwhile() throws {
      let drag = try Drag(bench)
      try drag.move("x=7")
      try bench.document("create", "q", "x=0")
      #expect(try bench.document("edit", "q", "x=1").changed == true)
      #expect(try bench.document("undo", "q").x == .integer(0))
      #expect(try drag.end().document().undo == 2)
    }

    @Test(arguments: ["revert", "keep"])
    func theNextCommandEndsAKilledOwnersGroup(policy: String) throws {
      let isKept = policy == "keep"
      for command in ["undo", "edit", "recover", "load", "limits"] {
        let drag = try Drag(bench, "p", "--interrupted", policy, "--name", "Drag")
        try drag.move("x=\(command.utf8.count * 100)")
        drag.child.kill()
        _ = try drag.child.wait()
        // A reader changes nothing; it shows what there is.
        #expect(try bench.document().openGroup != nil)
        let groups = try bench.document().undo + (isKept ? 1 : 0)
        let dragged = FieldReport.integer(Int64(isKept ? command.utf8.count * 100 : 1))
        switch command {
        case "undo":
          let document = try bench.document("undo", "p")
          #expect(document.name == (isKept ? "Drag" : "First") && document.openGroup == nil)
          #expect(document.x == .integer(isKept ? 1 : 0))
          try bench.document("load", "p", "-", input: #"{"x":1}"#)
        case "edit":
          let document = try bench.document("edit", "p", "y=1")
          #expect(document.x == dragged && document.undo == groups + 1)
          try bench.document("load", "p", "-", input: #"{"x":1}"#)
        case "recover":
          let document = try bench.document("recover", "p")
          #expect(document.changed == true && document.x == dragged && document.undo == groups)
          #expect(try bench.document("recover", "p").changed == false)
          try bench.document("load", "p", "-", input: #"{"x":1}"#)
        case "load":
          let document = try bench.document("load", "p", "-", input: #"{"x":1}"#)
          #expect(document.x == .integer(1) && document.undo == 0)
        default:
          let document = try bench.document("limits", "p", "--groups", "5")
          #expect(document.x == dragged && document.undo == groups)
        }
        #expect(try bench.document().openGroup == nil)
      }
    }

    @Test(arguments: ["revert", "keep"])
    func forceEndsALivingProcessesGroupWhichIsThenToldSo(policy: String) throws {
      let drag = try Drag(bench, "p", "--interrupted", policy)
      try drag.move("x=7")
      try bench.app("document", "recover", "p", "--json").expectFailure(16, "group-open")
      let recovered = try bench.document("recover", "p", "--force")
      #expect(recovered.changed == true && recovered.openGroup == nil)
      #expect(recovered.x == .integer(policy == "keep" ? 7 : 1))
      // Meanwhile somebody else goes on; the old owner must not touch that.
      try bench.document("edit", "p", "x=5")
      drag.write("x=8\n")
      let outcome = try drag.child.wait()
      #expect(outcome.exitCode == 2, "\(outcome.testDescription)")
      #expect(outcome.failure?.code == "stale")
      #expect(try bench.document().x == .integer(5))
    }

    @Test func theEndOfAGroupThatWasTakenAwayIsSaid() throws {
      let drag = try Drag(bench)
      try drag.move("x=7")
      try bench.document("recover", "p", "--force")
      let outcome = try drag.end()
      #expect(outcome.exitCode == 2 && outcome.failure?.code == "stale")
      #expect(try bench.document().x == .integer(1))
    }
  }
}
