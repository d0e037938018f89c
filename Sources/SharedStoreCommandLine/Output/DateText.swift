package import SharedStoreModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates as RFC 3339 in UTC with milliseconds, whatever the time zone and locale.
package enum DateText {
  /// Such as `2026-10-25T00:50:00.000Z`.
  package static func format(_ time: Timestamp) -> String {
    // Whole seconds only through floating point; the milliseconds are kept as they are.
    let seconds = time.milliseconds / 1_000
    let milliseconds = String(time.milliseconds % 1_000)
    let text = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
    return text.dropLast() + "." + String(repeating: "0", count: 3 - milliseconds.count)
      + milliseconds + "Z"
  }

  /// Parses RFC 3339 with any offset and up to three digits of fraction.
  /// - Returns: `nil` for any other text, a date that no calendar has, or one out of range.
  package static func parse(_ text: String) -> Timestamp? {
    guard let match = text.wholeMatch(of: shape) else { return nil }
    let (local, fraction) = (String(match.output.1), String(match.output.2 ?? ""))
    let zone = String(match.output.3)
    // Foundation rolls the 30th of February over; the round trip shows it.
    guard let date = try? style.parse(local + "Z"), date.formatted(style) == local + "Z",
      let instant = try? style.parse(local + zone)
    else { return nil }
    let padded = fraction + String(repeating: "0", count: 3 - fraction.count)
    let seconds = Int64(instant.timeIntervalSince1970.rounded())
    return Timestamp(milliseconds: seconds * 1_000 + (Int64(padded) ?? 0))
  }

  private static let style = Date.ISO8601FormatStyle()

  // Computed: a regular expression is not Sendable.
  private static var shape: Regex<(Substring, Substring, Substring?, Substring)> {
    /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?(Z|[+-]\d{2}:\d{2})/
      .asciiOnlyDigits()
  }
}
