import SharedStoreModel
import Testing

@Suite struct KindTests {
  @Test(arguments: ["todo", "todo/work", "a", " a", "..", "名前", "👩‍👩‍👧", "-rf", "x.db-wal"])
  func ordinaryTextIsAKind(_ text: String) {
    #expect(Kind(text)?.text == text)
  }

  @Test func composedAndDecomposedTextAreOneKind() throws {
    let composed: Kind = "caf\u{E9}"
    let decomposed = try #require(Kind(String("cafe\u{301}")))
    #expect(composed == decomposed)
    #expect(Set([composed, decomposed]).count == 1)
    // The same bytes, which is what the database compares.
    #expect(Array(decomposed.text.utf8) == Array("caf\u{E9}".utf8))
  }

  @Test func textThatOnlyLooksAlikeIsAnotherKind() {
    #expect(Kind("\u{FB01}le") != Kind("file"))
    #expect(Kind("Todo") != Kind("todo"))
  }

  @Test func twoHundredBytesAreTheMost() {
    #expect(Kind(String(repeating: "a", count: 200)) != nil)
    #expect(Kind(String(repeating: "a", count: 201)) == nil)
    // Bytes count, not characters: 100 of two bytes each fit, one byte more does not.
    let accented = String(repeating: "\u{E9}", count: 100)
    #expect(Kind(accented)?.text.utf8.count == 200)
    #expect(Kind(accented + "a") == nil)
  }

  @Test func theLengthCountsAfterComposing() {
    // 100 pairs of three bytes each become 100 characters of two bytes each.
    #expect(Kind(String(repeating: "e\u{301}", count: 100))?.text.utf8.count == 200)
    #expect(Kind(String(repeating: "e\u{301}", count: 101)) == nil)
  }

  @Test(
    arguments: [
      "", "\0", "a\0b", "a\nb", "a\rb", "\t", "\u{1B}[2J", "a\u{7F}", "a\u{85}b", "a\u{2028}b",
      "a\u{2029}b", " ", "\u{3000}", "\u{200B}", "\u{FEFF} ", "\u{3164}", "\u{FE0F}",
    ])
  func emptyTextAndControlCharactersAreNoKind(_ text: String) {
    #expect(Kind(text) == nil)
  }

  @Test func aLiteralIsAKind() {
    let kind: Kind = "todo/work"
    #expect(kind.text == "todo/work")
    #expect(kind.description == "todo/work")
  }

  @Test func aLiteralIsNormalizedToo() {
    #expect("cafe\u{301}" as Kind == "caf\u{E9}")
  }

  @Test func aLiteralThatIsNoKindStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = "two\nlines" as Kind
    }
  }
}

@Suite struct DisplayTextTests {
  @Test(arguments: ["", "todo", "naïve 名前 👩‍👩‍👧", "tab-less \u{200D}joiner"])
  func harmlessTextIsShownAsItIs(_ text: String) {
    #expect(text.displayable == text)
  }

  @Test(
    arguments: [
      "\0", "\n", "\r", "\t", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}",
      "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
    ] as [Unicode.Scalar])
  func charactersThatMoveTheCursorOrReorderTextAreEscaped(_ scalar: Unicode.Scalar) {
    let text = "a" + String(Character(scalar)) + "b"
    #expect(text.displayable.unicodeScalars.allSatisfy { 0x20..<0x7F ~= $0.value })
    #expect(text.displayable == "a" + scalar.escape + "b")
  }

  @Test(arguments: ["\u{200D}", "\u{202F}", "\u{2065}", "\u{206A}", "\u{61B}"] as [Unicode.Scalar])
  func theirNeighboursAreNot(_ scalar: Unicode.Scalar) {
    #expect(("a" + String(Character(scalar))).displayable.unicodeScalars.last == scalar)
  }

  @Test func eachOneIsEscapedByItself() {
    #expect("\r\n\u{1B}[31m".displayable == "\\r\\n\\u{1B}[31m")
  }

  @Test func textsThatLookTheSameBesideEachOtherAreEscaped() {
    #expect(["a", "b"].toldApart == ["a", "b"])
    #expect(["caf\u{E9}", "b"].toldApart == ["caf\u{E9}", "b"])
    #expect(["a\u{200B}", "a"].toldApart == ["a\\u{200B}", "a"])
    #expect(["a b", "a\u{A0}b"].toldApart == ["a b", "a\\u{A0}b"])
    #expect(["caf\u{E9}", "cafe\u{301}"].toldApart == ["caf\\u{E9}", "cafe\\u{301}"])
  }
}
