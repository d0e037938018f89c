/// One option as it stands on a command line, before anything is known about it.
struct OptionUse {
  /// The name with its dashes and without a value: `--title`.
  let spelling: String
  var value: String?
  /// Whether the value came with `=`.
  let isAttached: Bool

  /// Splits a token such as `--title=Milk`.
  ///
  /// The split is made in UTF-8, because a value may start with a combining mark, which would
  /// melt into one character with the `=` before it.
  init(_ token: String) {
    let sign = token.utf8.firstIndex(of: UInt8(ascii: "="))
    isAttached = sign != nil
    spelling = String(token[..<(sign ?? token.endIndex)])
    value = sign.map { String(token[token.utf8.index(after: $0)...]) }
  }

  /// Whether a token names an option, rather than being a value.
  ///
  /// `-` alone stands for standard input, and a digit after the dash makes a negative number.
  static func isName(_ token: String) -> Bool {
    var bytes = token.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "-"), let second = bytes.next() else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }
}
