import SharedStoreCommandLine
import Testing

@Suite struct SuggestionTests {
  private func message(_ word: String, known: String...) -> String? {
    let commands = known.map { Command($0, abstract: "", action: .nothing) }
    let group = Command("group", abstract: "", subcommands: commands)
    let parser = Parser(root: Command("app", abstract: "", subcommands: [group]), common: [])
    do throws(UsageError) {
      _ = try parser.parse(["group", word])
      return nil
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    "snapsht", "snapshott", "snapshut", "snpashot", "napsho", "xyzpshot", "snapshotabc",
  ])
  func aNameThatIsCloseIsSuggested(word: String) {
    #expect(
      message(word, known: "count", "snapshot")
        == "Unknown command '\(word)'. Did you mean 'snapshot'?")
  }

  @Test(arguments: ["snapshotabcd", "s", "tohspans"])
  func aNameThatIsFarIsNot(word: String) {
    #expect(message(word, known: "count", "snapshot") == "Unknown command '\(word)'")
  }

  @Test func aShortWordMustResembleTheName() {
    #expect(message("ls", known: "list") == "Unknown command 'ls'")
    #expect(message("lst", known: "list") == "Unknown command 'lst'. Did you mean 'list'?")
    #expect(message("x", known: "y") == "Unknown command 'x'")
    #expect(message("todo", known: "set", "add") == "Unknown command 'todo'")
  }

  @Test func theClosestNameIsSuggestedAndTheFirstOfEquals() {
    #expect(
      message("lists", known: "lost", "list") == "Unknown command 'lists'. Did you mean 'list'?")
    #expect(
      message("lust", known: "lost", "list") == "Unknown command 'lust'. Did you mean 'lost'?")
  }

  @Test func dashesDoNotMakeAnOptionResembleAnother() {
    let command = Command("app", abstract: "", arguments: [.flag("at", help: "")], action: .nothing)
    let error = #expect(throws: UsageError.self) {
      try Parser(root: command, common: []).parse(["--x"])
    }
    #expect(error?.message == "Unknown option '--x'")
  }
}
