import SharedStoreModel
import Testing

@Suite struct ChecksumTests {
  // Expected values were computed outside of this package from the documented layout.

  @Test func nothingGivesTheOffsetBasis() {
    #expect(Checksum().value == Int64(bitPattern: 0xcbf2_9ce4_8422_2325))
  }

  @Test(
    arguments: [
      ("todo", 926_342_510_391_478_667), ("twelve bytes", -8_880_254_430_505_522_548),
      ("16 bytes exactly", -5_213_843_689_756_222_207),
    ] as [(String, Int64)])
  func aTextIsItsLengthThenItsBytesInWords(_ text: String, _ expected: Int64) {
    var checksum = Checksum()
    checksum.add(text)
    #expect(checksum.value == expected)
  }

  @Test func aNumberIsOneWord() {
    var checksum = Checksum()
    checksum.add(-2 as Int64)
    #expect(checksum.value == 5_808_590_956_661_967_506)
  }

  @Test func aListOfEveryFieldTypeHasItsKnownValue() {
    var checksum = Checksum()
    checksum.add("todo")
    checksum.add(3 as Int64)
    checksum.add(nil as Int64?)
    checksum.add(0 as Int64?)
    checksum.add(nil as String?)
    checksum.add("\u{E9}" as String?)
    #expect(checksum.value == 4_610_811_402_603_396_779)
  }

  @Test func bytesThatFillUpAWordAreNotItsPadding() {
    func value(_ text: String) -> Int64 {
      var checksum = Checksum()
      checksum.add(text)
      return checksum.value
    }
    #expect(value("a") != value("a\0"))
    #expect(value("a\0") != value("a\0\0"))
    #expect(value("12345678") != value("12345678\0"))
  }

  @Test func everyChangeOfOneByteChangesIt() {
    let text = Array(#"{"count":3,"title":"Today"}"#.utf8)
    func value(_ bytes: [UInt8]) -> Int64 {
      var checksum = Checksum()
      checksum.add(String(decoding: bytes, as: UTF8.self))
      return checksum.value
    }
    let original = value(text)
    for index in text.indices {
      // Within ASCII, so each altered text is the text that was meant.
      for byte in UInt8(0)...127 where byte != text[index] {
        var altered = text
        altered[index] = byte
        #expect(value(altered) != original, "byte \(index) as \(byte)")
      }
    }
  }

  @Test func theBorderBetweenTwoFieldsCounts() {
    func value(_ fields: String...) -> Int64 {
      var checksum = Checksum()
      for field in fields { checksum.add(field) }
      return checksum.value
    }
    #expect(value("ab", "c") != value("a", "bc"))
    #expect(value("abc", "") != value("", "abc"))
    #expect(value("abc") != value("abc", ""))
  }

  @Test func noValueIsNeitherZeroNorEmpty() {
    func value(_ body: (inout Checksum) -> Void) -> Int64 {
      var checksum = Checksum()
      body(&checksum)
      return checksum.value
    }
    #expect(value { $0.add(nil as Int64?) } != value { $0.add(0 as Int64?) })
    #expect(value { $0.add(nil as String?) } != value { $0.add("" as String?) })
    #expect(value { $0.add(nil as String?) } != value { _ in })
  }

  @Test func composedAndDecomposedTextDiffer() {
    var (composed, decomposed) = (Checksum(), Checksum())
    composed.add("\u{E9}")
    decomposed.add("e\u{301}")
    #expect(composed.value != decomposed.value)
  }
}
