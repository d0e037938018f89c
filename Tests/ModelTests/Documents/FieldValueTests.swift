import SharedStoreModel
import Testing

@Suite struct FieldValueTests {
  @Test(arguments: [
    (FieldValue.integer(1), FieldValue.real(1)),
    (.integer(0), .null),
    (.integer(1), .text("1")),
    (.text(""), .null),
    (.text(""), .blob([])),
    (.text("a"), .blob([0x61])),
    (.blob([]), .null),
    (.real(0), .real(-0.0)),
    (.text("\u{e9}"), .text("e\u{301}")),
    (.text("a\0b"), .text("a")),
    (.text("a\0b"), .text("a\0c")),
    (.integer(.max), .real(0x1p63)),
    (.real(.leastNonzeroMagnitude), .real(0)),
  ])
  func anotherClassOrOtherBytesAreAnotherValue(one: FieldValue, other: FieldValue) {
    #expect(one != other)
    #expect(Set([one, other]).count == 2)
  }

  @Test(arguments: [
    FieldValue.null, .integer(.min), .integer(.max), .real(-0.0), .real(.infinity),
    .real(.leastNonzeroMagnitude), .text(""), .text("a\0b"), .text("e\u{301}"), .blob([]),
    .blob([0, 255]),
  ])
  func aValueIsEqualToItselfAndHashesAlike(value: FieldValue) {
    let copy = value
    #expect(value == copy)
    #expect(Set([value, copy]).count == 1)
  }

  @Test func textThatIsStoredInPiecesEqualsTheSameBytes() {
    #expect(FieldValue.text(["dr", "ag"].joined()) == .text("drag"))
    #expect(FieldValue.text("e" + "\u{301}") == .text("e\u{301}"))
  }

  @Test(arguments: [
    (FieldValue.null, 0), (.integer(7), 8), (.real(0.5), 8), (.text("é"), 2), (.text("a\0b"), 3),
    (.text(""), 0), (.blob([1, 2, 3]), 3),
  ])
  func aValueCountsForItsOctets(value: FieldValue, bytes: Int) {
    #expect(value.bytes == bytes)
  }

  @Test(arguments: [
    (FieldValue.real(.nan), true), (.real(.signalingNaN), true), (.real(.infinity), false),
    (.real(0), false), (.integer(0), false), (.null, false), (.text("nan"), false),
  ])
  func onlyNaNIsRefusedByTheStore(value: FieldValue, isRefused: Bool) {
    #expect(value.isNaN == isRefused)
  }
}
