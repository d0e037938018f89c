import SharedStoreModel
import Testing

@Suite struct ReaderNameTests {
  @Test(arguments: ["widget", "Todo.widget-2_x", String(repeating: "a", count: 128)])
  func aNameIsAFilesNameAsItIs(_ text: String) {
    #expect(ReaderName(text)?.text == text)
  }

  @Test(arguments: ["", ".", "..", "a/b", "a b", "ü", "a\n", String(repeating: "a", count: 129)])
  func everyOtherTextIsRefused(_ text: String) {
    #expect(ReaderName(text) == nil)
  }
}
