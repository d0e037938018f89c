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

  @Test func idsKeepTheirBytesAsPathsDo() {
    let composed: DocumentID = "caf\u{e9}.txt"
    let decomposed: DocumentID = "cafe\u{301}.txt"
    #expect(composed != decomposed)
    #expect(Array(decomposed.text.utf8) == Array("cafe\u{301}.txt".utf8))
    #expect(Set([composed, decomposed]).count == 2)
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
