import Testing

@testable import AppCLI
@testable import ExtensionCLI
@testable import SharedStoreCommandLine

@Suite struct TableCheckTests {
  /// The complaints about a tool whose only command has these arguments.
  private func complaints(_ arguments: [Argument], common: [Argument] = []) -> [String] {
    let command = Command("run", abstract: "", arguments: arguments, action: .nothing)
    return complaints([command], common: common)
  }

  private func complaints(
    _ commands: [Command], common: [Argument] = [], topics: [String] = []
  ) -> [String] {
    let root = Command("app", abstract: "", subcommands: commands)
    let texts = topics.map { Topic($0, abstract: "", text: "") }
    return TableCheck.complaints(Parser(root: root, common: common, topics: texts))
  }

  private let run = Command("run", abstract: "", action: .nothing)

  @Test func theTablesOfBothToolsAreSound() {
    #expect(TableCheck.complaints(App.tool.parser).isEmpty)
    #expect(TableCheck.complaints(Extension.tool.parser).isEmpty)
  }

  @Test func aSoundTableHasNoComplaints() {
    #expect(TableCheck.complaints(SampleTool.parser).isEmpty)
  }

  @Test func twoOptionsOfOneName() {
    #expect(
      complaints([.json], common: [.json]) == ["'app run' has two of the name '--json'."])
    #expect(
      complaints([.flag("help", help: "")]) == ["'app run' has two of the name '--help'."])
    #expect(complaints([.kindName, .kindName]) == ["'app run' has two of the name 'kind'."])
  }

  @Test func twoCommandsOrTopicsOfOneName() {
    let group = Command("group", abstract: "", subcommands: [run, run])
    #expect(complaints([group]) == ["'app group' has two of the name 'run'."])
    #expect(complaints([run], topics: ["run"]) == ["'help' has two of the name 'run'."])
    #expect(complaints([run], topics: ["help"]) == ["'help' has two of the name 'help'."])
  }

  @Test func aNameThatIsAFlagHereAndAnOptionThere() {
    let first = Command("a", abstract: "", arguments: [.flag("x", help: "")], action: .nothing)
    let second = Command(
      "b", abstract: "", arguments: [.option("x", value: "x", help: "")], action: .nothing)
    #expect(
      complaints([first, second])
        == ["'--x' takes a value in one command and none in another."])
  }

  @Test(arguments: ["", "--x", "a b", "a=b"])
  func aNameThatCannotBeTyped(name: String) {
    let command = Command(name, abstract: "", action: .nothing)
    let group = Command("group", abstract: "", subcommands: [command])
    #expect(complaints([group]) == ["'app group' has the name '\(name)', which cannot be typed."])
  }

  @Test func positionalsOutOfReach() {
    #expect(
      complaints([.fields, .kindName]) == ["In 'app run', nothing can follow '<field>'."])
    #expect(
      complaints([.file, .kindName])
        == ["In 'app run', '<kind>' is required after an optional '<file>'."])
    #expect(complaints([], common: [.kindName]) == ["The common '<kind>' has no name."])
  }

  @Test func aDefaultThatIsNotAllowed() {
    let option = Argument.option("x", value: "x", help: "", default: "c", allowed: ["a", "b"])
    let complaint = ["The default 'c' of '--x <x>' is not allowed."]
    #expect(complaints([option]) == complaint)
    #expect(complaints([], common: [option]) == complaint)
  }

  @Test func aCommandWithoutPurpose() {
    let idle = Command("idle", abstract: "")
    #expect(complaints([idle]) == ["'app idle' has neither action nor subcommands."])
    let group = Command("group", abstract: "", arguments: [.kindName], subcommands: [run])
    #expect(complaints([group]) == ["'app group' has arguments but no action."])
  }
}
