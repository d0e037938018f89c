import SharedStoreModel
import Testing

@Suite struct SearchTermTests {
  @Test(arguments: [
    ("swift", "swift"), (" swift ", "swift"), ("\t\r\nswift\r\n", "swift"), ("a  b", "a  b"),
    ("\u{3000}日本\u{200B}", "日本"), ("a\u{200B}b", "a\u{200B}b"), ("👩‍🚀 ", "👩‍🚀"),
  ])
  func trimsBothEndsAndNothingInside(typed: String, text: String) throws {
    #expect(try #require(SearchTerm(typed)).text.utf8.elementsEqual(text.utf8))
  }

  @Test func blankIsWhiteSpaceAndTheZeroWidthSpaceAndNoOtherScalar() {
    // PropList.txt of the Unicode Character Database lists these as White_Space.
    let whiteSpace: [ClosedRange<UInt32>] = [
      0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
      0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ]
    let expected = Set(whiteSpace.joined()).union([0x200B])
    let blank = (0...0xFFFF as ClosedRange<UInt32>).filter { value in
      Unicode.Scalar(value).map { SearchTerm(String($0)) == nil } ?? false
    }
    #expect(Set(blank) == expected)
  }

  @Test(arguments: ["", " ", "\r\n", "\u{200B}", " \u{200B}\u{A0}\u{2028} "])
  func aTextOfBlankScalarsIsBlank(typed: String) {
    #expect(SearchTerm(typed) == nil)
  }

  @Test(arguments: ["\u{FEFF}", "\0", "\u{2060}", "\u{180E}", "\u{2800}", "\u{3164}"])
  func whatOnlyLooksLikeNothingIsNotBlank(typed: String) throws {
    #expect(try #require(SearchTerm(" " + typed + " ")).text == typed)
  }

  @Test func aSpaceThatCarriesAMarkIsTrimmedAndTheMarkIsKept() throws {
    // One character, but two scalars.
    #expect(" \u{301}".count == 1)
    let term = try #require(SearchTerm(" \u{301}"))
    #expect(Array(term.text.unicodeScalars) == ["\u{301}"])
    let ending = try #require(SearchTerm("x \u{301}"))
    #expect(Array(ending.text.unicodeScalars) == ["x", " ", "\u{301}"])
  }

  @Test func termsAreEqualByBytes() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(composed == decomposed)
    #expect(SearchTerm(composed) != SearchTerm(decomposed))
    #expect(SearchTerm(" " + composed) == SearchTerm(composed))
    #expect(Set([SearchTerm("a"), SearchTerm("a "), SearchTerm("b")]).count == 2)
  }
}
