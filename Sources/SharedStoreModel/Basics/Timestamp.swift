/// An instant as whole milliseconds since 1970-01-01T00:00:00Z.
///
/// The range ends a year before the last instant that RFC 3339 can write, so every date a timeline
/// derives from a timestamp can be written too: refusing happens here, at the door.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
  /// Milliseconds since 1970, 0 … ``latestMilliseconds``.
  public let milliseconds: Int64

  /// The last accepted instant, 9998-12-31T23:59:59.999Z.
  public static let latestMilliseconds: Int64 = 253_370_764_799_999

  /// Creates a timestamp, or `nil` when `milliseconds` is negative or too large.
  public init?(milliseconds: Int64) {
    guard (0...Timestamp.latestMilliseconds).contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  private init(unchecked milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The nearest accepted instant, for a clock that nobody can ask to behave.
  public init(clampingMilliseconds milliseconds: Int64) {
    self.init(unchecked: min(max(milliseconds, 0), Timestamp.latestMilliseconds))
  }

  /// This instant moved by an interval of at most a year; it may pass ``latestMilliseconds``.
  func advanced(by interval: TimelineInterval) -> Timestamp {
    Timestamp(unchecked: milliseconds + interval.milliseconds)
  }

  /// Whether one instant lies before another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Decodes the number of milliseconds.
  /// - Throws: `DecodingError` for a number the door refuses.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let milliseconds = try container.decode(Int64.self)
    guard let time = Timestamp(milliseconds: milliseconds) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(milliseconds) ms is outside the range of a timestamp.")
    }
    self = time
  }

  /// Encodes the number of milliseconds.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}
