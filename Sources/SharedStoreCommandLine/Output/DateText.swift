package import SharedStoreModel

/// Dates as RFC 3339 in UTC with milliseconds, whatever the time zone and locale.
package enum DateText {
  /// Such as `2026-10-25T00:50:00.000Z`.
  package static func format(_ time: Timestamp) -> String {
    let (seconds, milliseconds) = Int(time.milliseconds).quotientAndRemainder(dividingBy: 1_000)
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = CivilDate(daysSince1970: days)
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
      + padded(second / 3_600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2)
      + "." + padded(milliseconds, 3) + "Z"
  }

  /// Parses RFC 3339 with any offset; what a fraction has beyond milliseconds is cut off.
  ///
  /// `t` and `z` may be lower-case, as the standard allows. A leap second is refused: no instant of
  /// a store stands for it.
  /// - Returns: `nil` for any other text, a date that no calendar has, or one out of range.
  package static func parse(_ text: String) -> Timestamp? {
    var rest = DateScanner(text)
    guard let year = rest.number(4), rest.skip("-"), let month = rest.number(2), rest.skip("-"),
      let day = rest.number(2), let date = CivilDate(year: year, month: month, day: day),
      rest.skip("T", "t"), let second = rest.timeOfDay(), let fraction = rest.milliseconds(),
      let offset = rest.offset(), rest.isAtEnd
    else { return nil }
    let seconds = date.daysSince1970 * 86_400 + second - offset
    return Timestamp(milliseconds: Int64(seconds * 1_000 + fraction))
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: width - digits.utf8.count) + digits
  }
}

/// Reads a date from left to right; each step is `nil` or false where the text differs.
private struct DateScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ either: Unicode.Scalar...) -> Bool {
    guard let byte = rest.first, either.contains(where: { $0.value == byte }) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ digits: Int) -> Int? {
    var result = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      result = result * 10 + digit
    }
    return result
  }

  /// `23:59:59` in seconds.
  mutating func timeOfDay() -> Int? {
    guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60,
      skip(":"), let second = number(2), second < 60
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  /// A fraction of a second, if there is one.
  mutating func milliseconds() -> Int? {
    guard skip(".") else { return 0 }
    guard var result = digit() else { return nil }
    for _ in 0..<2 { result = result * 10 + (digit() ?? 0) }
    while digit() != nil {}
    return result
  }

  /// `Z` or `+02:00` in seconds.
  mutating func offset() -> Int? {
    if skip("Z", "z") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip("+", "-"), let hour = number(2), hour < 24, skip(":"), let minute = number(2),
      minute < 60
    else { return nil }
    return (hour * 60 + minute) * (isWest ? -60 : 60)
  }

  private mutating func digit() -> Int? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
      return nil
    }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }
}
