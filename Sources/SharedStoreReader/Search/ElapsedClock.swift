/// Any clock, seen as the time since one origin: whoever waits need not be generic over the clock.
struct ElapsedClock: Sendable {
  /// The time since the origin; a clock that steps back makes it smaller, even negative.
  let elapsed: @Sendable () -> Duration

  /// Waits until that much time has passed, by the clock's own deadline.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  /// Takes the clock's present for the origin.
  init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    elapsed = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }
}

extension Duration {
  /// Whole milliseconds, rounded down, of a time that is not negative; `Int64.max` at most.
  var wholeMilliseconds: Int64 {
    guard self < .milliseconds(Int64.max) else { return .max }
    let (seconds, attoseconds) = components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}
