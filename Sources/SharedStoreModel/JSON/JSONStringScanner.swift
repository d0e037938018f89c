/// Reads one string of JSON text.
struct JSONStringScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Behind what was read; after a failure, where it lies.
  private(set) var index: Int
  /// What is wrong, once reading has failed.
  private(set) var problem = JSONError.Problem.incomplete

  /// Begins at an opening quote.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) {
    self.bytes = bytes
    self.index = index + 1
  }

  /// Reads to behind the closing quote; `nil` when something is wrong.
  mutating func string() -> String? {
    let start = index
    guard let byte = skipPlain() else { return nil }
    // Most strings have no escape, and are copied as they are.
    guard byte == UInt8(ascii: "\\") else {
      defer { index += 1 }
      return text(UnsafeBufferPointer(rebasing: bytes[start..<index]), from: start)
    }
    var buffer: [UInt8] = []
    // The text is no longer than its spelling; growing would hold a long one three times.
    buffer.reserveCapacity(spellingEnd - start)
    buffer.append(contentsOf: bytes[start..<index])
    while true {
      guard appendEscape(to: &buffer) else { return nil }
      let run = index
      guard let byte = skipPlain() else { return nil }
      buffer.append(contentsOf: bytes[run..<index])
      if byte == UInt8(ascii: "\"") {
        defer { index += 1 }
        return text(buffer, from: start)
      }
    }
  }

  /// Where the closing quote is, or the text ends.
  private var spellingEnd: Int {
    var end = index
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(end, bytes.count)
  }

  /// Skips to the next quote or backslash, and returns it.
  private mutating func skipPlain() -> UInt8? {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return byte }
      guard byte >= 0x20 else {
        problem = .control
        return nil
      }
      index += 1
    }
    problem = .incomplete
    return nil
  }

  private mutating func text(_ content: some Collection<UInt8>, from start: Int) -> String? {
    if let text = String(validating: content, as: UTF8.self) { return text }
    // The escapes are sound by themselves, so the fault lies in the bytes between them.
    problem = .notUTF8
    index = start
    return nil
  }

  /// Reads an escape that begins with the backslash at hand.
  private mutating func appendEscape(to buffer: inout [UInt8]) -> Bool {
    guard index + 1 < bytes.count else {
      problem = .incomplete
      return false
    }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(bytes[index + 1])
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"): return appendCharacter(to: &buffer)
    default:
      problem = .escape
      return false
    }
    index += 2
    return true
  }

  /// Reads `\uXXXX`, or two of them that are one character together.
  private mutating func appendCharacter(to buffer: inout [UInt8]) -> Bool {
    guard let first = unit(at: index) else {
      problem = .escape
      return false
    }
    var scalar = UInt32(first)
    var length = 6
    if UTF16.isLeadSurrogate(first), let second = unit(at: index + 6),
      UTF16.isTrailSurrogate(second)
    {
      scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
      length = 12
    }
    guard let character = Unicode.Scalar(scalar) else {
      problem = .halfCharacter
      return false
    }
    buffer.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
    index += length
    return true
  }

  private func unit(at index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[(index + 2)..<(index + 6)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
