/// Durations of the command line: a whole number and a unit, such as `5s` or `15m`.
package enum DurationText {
  private static let units: [(String, Int64)] = [
    ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// What is accepted, for messages.
  package static let rule = "Use a whole number and a unit: ms, s, m, h or d, such as 5s."

  /// Milliseconds; `nil` without a unit, for a negative number and beyond 64 bits.
  package static func milliseconds(_ text: String) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count)
    guard let number = Int64(digits), let factor = units.first(where: { $0.0 == unit })?.1 else {
      return nil
    }
    let (product, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }
}
