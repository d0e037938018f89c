/// JSON text before the platform's decoder gets it, looked at for what that decoder gets wrong.
enum JSONText {
  /// How many arrays and objects may lie inside each other.
  ///
  /// The decoder recurses, and on a few hundred levels too many it ends the process instead of
  /// failing.
  static let maximumDepth = 128

  /// Whether the text may be handed on: not too deep, no comma before a closing bracket, which the
  /// decoder overlooks, and no NUL, which it takes for a sign of UTF-16.
  static func isDecodable(_ bytes: some Sequence<UInt8>) -> Bool {
    var (depth, isInString, isEscaped) = (0, false, false)
    var last: UInt8 = 0
    for byte in bytes {
      if byte == 0 { return false }
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > maximumDepth { return false }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if last == UInt8(ascii: ",") { return false }
        depth -= 1
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): continue
      default: break
      }
      last = byte
    }
    return true
  }
}
