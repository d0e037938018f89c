extension UInt8 {
  /// Whether an ASCII character is searched as it stands.
  var isPlainInSearch: Bool {
    self < 0x80 && !(0x41...0x5A).contains(self) && (self >= 0x20 || (0x09...0x0D).contains(self))
      && self != 0x7F
  }

  /// What an ASCII character is searched as.
  var inSearch: UInt8 {
    if isPlainInSearch { return self }
    return (0x41...0x5A).contains(self) ? self | 0x20 : 0x20
  }

  /// Whether a byte of a prepared text is part of a word, as FTS5's tokenizer for ASCII sees it.
  ///
  /// https://www.sqlite.org/fts5.html#ascii_tokenizer
  var isWordInSearch: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
}

extension [UInt8] {
  /// Adds the UTF-8 of a character.
  mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case ..<0x80: append(UInt8(value))
    case ..<0x800:
      append(UInt8(0xC0 | value >> 6))
      append(UInt8(0x80 | value & 0x3F))
    case ..<0x10000:
      append(UInt8(0xE0 | value >> 12))
      append(UInt8(0x80 | value >> 6 & 0x3F))
      append(UInt8(0x80 | value & 0x3F))
    default:
      append(UInt8(0xF0 | value >> 18))
      append(UInt8(0x80 | value >> 12 & 0x3F))
      append(UInt8(0x80 | value >> 6 & 0x3F))
      append(UInt8(0x80 | value & 0x3F))
    }
  }

  /// Adds what parts words; beyond ASCII in ASCII, as ``SearchText`` says.
  mutating func append(separator scalar: Unicode.Scalar) {
    if scalar.isASCII { return append(scalar) }
    let isLong = scalar.value > 0xFFFF
    append(isLong ? 0x02 : 0x01)
    for shift in stride(from: isLong ? 16 : 12, through: 0, by: -4) {
      append(
        UInt8(truncatingIfNeeded: 0x0E + ((scalar.value - (isLong ? 0x10000 : 0)) >> shift & 0xF)))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The character that begins at a place of UTF-8, and its length.
  func scalar(at place: Int) -> (Unicode.Scalar, length: Int) {
    let first = UInt32(self[place])
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = first & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(self[place + offset] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
