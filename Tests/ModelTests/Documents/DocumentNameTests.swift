import SharedStoreModel
import Testing

@Suite struct DocumentNameTests {
  @Test(arguments: ["", "a\0", "a\nb", "a\u{7f}", "a\u{85}", "a\u{2028}b", "a\u{2029}"])
  func aNameIsOnOneLineAndNotEmpty(text: String) {
    #expect(DocumentID(text) == nil)
    #expect(FieldName(text) == nil)
  }

  @Test func lengthsAreBoundedInBytes() {
    #expect(DocumentID(String(repeating: "é", count: 250)) != nil)
    #expect(DocumentID(String(repeating: "é", count: 250) + "a") == nil)
    #expect(FieldName(String(repeating: "é", count: 100)) != nil)
    #expect(FieldName(String(repeating: "é", count: 100) + "a") == nil)
  }

  @Test func idsThatLookTheSameAreTheSame() {
    let composed: DocumentID = "caf\u{e9}.txt"
    let decomposed: DocumentID = "cafe\u{301}.txt"
    #expect(composed == decomposed)
    #expect(Array(decomposed.text.utf8) == Array("caf\u{e9}.txt".utf8))
    #expect(Set([composed, decomposed]).count == 1)
    #expect(DocumentID(String(repeating: "e\u{301}", count: 250)) != nil)
  }

  @Test(arguments: [" ", "\u{3000}\u{A0}", "\u{200B}", "\u{AD}\u{2060}", "\u{E0001}"])
  func aNameThatShowsNothingIsNone(text: String) {
    #expect(DocumentID(text) == nil)
    #expect(FieldName(text) == nil)
    #expect(DocumentID(text + "a")?.text == text + "a")
  }

  @Test func fieldNamesThatLookTheSameAreTheSame() {
    let composed: FieldName = "caf\u{e9}"
    let decomposed: FieldName = "cafe\u{301}"
    #expect(composed == decomposed)
    #expect(Array(decomposed.text.utf8) == Array("caf\u{e9}".utf8))
    // Composition can only shorten these, so the limit is that of what is stored.
    #expect(FieldName(String(repeating: "e\u{301}", count: 100)) != nil)
  }

  @Test func equalNamesHashAlike() {
    #expect(Set<DocumentID>(["p", "p"]).count == 1)
    #expect(Set<FieldName>(["x", "x", "y"]).count == 2)
  }
}
