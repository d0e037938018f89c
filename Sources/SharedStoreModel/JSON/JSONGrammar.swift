/// What scanning and encoding agree on.
package enum JSONGrammar {
  /// How many arrays and objects may lie inside each other, on the way in and on the way out: what
  /// could not be read again must not be written.
  package static let maximumDepth = 128

  /// Where a number ends that begins where the bytes do; `nil` when none does.
  static func numberEnd<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes
  ) -> Int? where Bytes.Index == Int {
    var index = bytes.startIndex
    func skipDigits() -> Bool {
      let start = index
      while index < bytes.endIndex, isDigit(bytes[index]) { index += 1 }
      return index > start
    }
    func skip(_ byte: UInt8) -> Bool {
      guard index < bytes.endIndex, bytes[index] == byte else { return false }
      index += 1
      return true
    }
    _ = skip(UInt8(ascii: "-"))
    // A zero stands alone: what follows it is none of the number's.
    if !skip(UInt8(ascii: "0")), !skipDigits() { return nil }
    if skip(UInt8(ascii: ".")), !skipDigits() { return nil }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      if !skipDigits() { return nil }
    }
    return index
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
