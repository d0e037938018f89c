extension JSONValue {
  /// The one text of the value: names in the order of their UTF-8 bytes, no white space, slashes
  /// and everything that need not be escaped as they are, numbers as they were written.
  package var canonicalText: String {
    var text = ""
    // Room for some escapes too: growing would hold a long text three times for a moment.
    let length = leastLength
    text.reserveCapacity(length + length / 16)
    write(to: &text)
    return text
  }

  /// How many bytes the text has, but for escapes.
  private var leastLength: Int {
    switch self {
    case .null, .bool: 5
    case .number(let number): number.text.utf8.count
    case .string(let string): string.utf8.count + 2
    case .array(let elements): elements.reduce(2) { $0 + $1.leastLength + 1 }
    case .object(let members):
      members.reduce(2) { $0 + $1.key.utf8.count + $1.value.leastLength + 4 }
    }
  }

  /// The same value with the elements of each array in the order of their texts.
  package var withArraysSorted: JSONValue {
    switch self {
    case .array(let elements):
      .array(
        elements.map(\.withArraysSorted).map { (value: $0, text: $0.canonicalText) }
          .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.map(\.value))
    case .object(let members): .object(members.mapValues(\.withArraysSorted))
    default: self
    }
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number.text
    case .string(let string): JSONValue.write(string, to: &text)
    case .array(let elements): JSONValue.write(elements, to: &text)
    case .object(let members): JSONValue.write(members, to: &text)
    }
  }

  private static func write(_ elements: [JSONValue], to text: inout String) {
    text += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      element.write(to: &text)
    }
    text += "]"
  }

  private static func write(_ members: [String: JSONValue], to text: inout String) {
    text += "{"
    // Not by `<`, which compares characters: the order must be that of the bytes.
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (index, member) in sorted.enumerated() {
      if index > 0 { text += "," }
      write(member.key, to: &text)
      text += ":"
      member.value.write(to: &text)
    }
    text += "}"
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    let bytes = string.utf8
    var start = bytes.startIndex
    while let index = escaped(in: bytes, from: start) {
      text += string[start..<index]
      text += escape(bytes[index])
      start = bytes.index(after: index)
    }
    // Most strings need no escape, and are appended whole.
    if start == bytes.startIndex { text += string } else { text += string[start...] }
  }

  /// The next byte that must be escaped.
  private static func escaped(in bytes: String.UTF8View, from start: String.Index) -> String.Index?
  {
    let offset = bytes.distance(from: bytes.startIndex, to: start)
    let found = bytes.withContiguousStorageIfAvailable { buffer in
      buffer[offset...].firstIndex(where: mustBeEscaped)
    }
    guard let found else { return bytes[start...].firstIndex(where: mustBeEscaped) }
    return found.map { bytes.index(bytes.startIndex, offsetBy: $0) }
  }

  private static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case 0x08: "\\b"
    case 0x0C: "\\f"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    default: (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
    }
  }
}
