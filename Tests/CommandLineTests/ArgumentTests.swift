import SharedStoreCommandLine
import Testing

@Suite struct ArgumentTests {
  @Test func anOptionIsLabelledWithItsValue() {
    let option = Argument.option("store", value: "path", help: "The store.")
    #expect(option.label == "--store <path>")
    #expect(option.name == "store")
    #expect(option.kind == .option)
  }

  @Test func aFlagIsLabelledWithItsName() {
    #expect(Argument.json.label == "--json")
    #expect(Argument.json.kind == .flag)
  }

  @Test func aPositionalIsLabelledInBrackets() {
    #expect(Argument.kindName.label == "<kind>")
    #expect(Argument.kindName.name == "kind")
    #expect(Argument.kindName.kind == .positional)
  }
}
