import SharedStoreModel
import Testing

@Suite struct ChecksumTests {
  // Expected values: the published FNV-1a (64 bits) over the documented layout, computed outside
  // of this package.

  @Test func nothingGivesTheOffsetBasis() {
    #expect(Checksum().value == Int64(bitPattern: 0xcbf2_9ce4_8422_2325))
  }

  @Test func aTextIsItsLengthThenItsBytes() {
    var checksum = Checksum()
    checksum.add("todo")
    #expect(checksum.value == -4_777_144_968_279_833_415)
  }

  @Test func aNumberIsEightLittleEndianBytes() {
    var checksum = Checksum()
    checksum.add(-2 as Int64)
    #expect(checksum.value == -280_853_605_209_635_300)
  }

  @Test func aListOfEveryFieldTypeHasItsKnownValue() {
    var checksum = Checksum()
    checksum.add("todo")
    checksum.add(3 as Int64)
    checksum.add(nil as Int64?)
    checksum.add(0 as Int64?)
    checksum.add(nil as String?)
    checksum.add("\u{E9}" as String?)
    #expect(checksum.value == -8_575_886_157_737_508_160)
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
