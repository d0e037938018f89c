import SharedStoreReader
import TestSupport
import Testing

/// Many fields on the real clock while both cores are kept busy.
///
/// Nothing here guesses a time: a wait says when it begins and when it is over, and a field that is
/// to act too late for the clock keeps its actor busy until the deadline has passed.
@Suite(.timeLimit(.minutes(20)))
struct SearchDebouncerLoadTests {
  enum Run: Int, CaseIterable {
    case burst, pair, flushed, overtaken, blank, cancelled, released, dropped
  }

  @Test func nothingIsEarlyDoubledOrLeftInAnyRun() async throws {
    let load = BothCoresBusy()
    defer { load.stop() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in Campaign.debouncer.rounds(48, of: 10_000) {
        if number >= 8 { try await group.next() }
        let run = try #require(Run(rawValue: number % Run.allCases.count))
        let delay = try #require(SearchDelay(milliseconds: Int64(1 + number % 3)))
        group.addTask {
          var isDone = false
          while !isDone { isDone = try await LoadRun(run, delay).play() }
        }
      }
      try await group.waitForAll()
    }
  }
}

/// One field's life.
private struct LoadRun {
  private let run: SearchDebouncerLoadTests.Run
  private let timing: DeliveryTiming
  private let field: TypedField

  init(_ run: SearchDebouncerLoadTests.Run, _ delay: SearchDelay) {
    self.run = run
    let timing = DeliveryTiming(delay)
    self.timing = timing
    field = TypedField(ContinuousClock(), delay: delay) { _, _ in timing.delivered() }
  }

  /// - Returns: Whether the run was what it was to be; a busy machine may have let the deadline
  ///   pass before a field could act too late for the clock. Nothing may be wrong even then.
  func play() async throws -> Bool {
    switch run {
    case .burst:
      await field.step { field, debouncer in
        for text in ["l", "la", "las", "lasts", "last"] { type(text, field, debouncer) }
      }
      try await expect(["last"], waits: 5)
    case .pair:
      await field.step { type("first", $0, $1) }
      try await field.reach { $0.delivered.count == 1 }
      await field.step { type("last", $0, $1) }
      try await expect(["first", "last"], waits: 2)
    case .flushed:
      await field.step { field, debouncer in
        type("last", field, debouncer)
        timing.flushed()
        debouncer.flush()
      }
      try await expect(["last"], waits: 1)
    case .overtaken:
      return try await late(expecting: ["last"], waits: 2) { type("last", $0, $1) }
    case .blank:
      return try await late(expecting: [], waits: 1) { $1.inputReceived(" ", isolation: $0) }
    case .cancelled:
      return try await late(expecting: [], waits: 1) { $1.cancel() }
    case .released:
      return try await late(expecting: [], waits: 1) { $1.release() }
    case .dropped:
      return try await late(expecting: [], waits: 1) { field, _ in field.drop() }
    }
    return true
  }

  /// Types, and acts when the deadline has passed and the wake-up waits for the busy actor.
  private func late(
    expecting delivered: [String], waits: Int,
    _ act: @Sendable (isolated TypedField, SearchDebouncer) -> Void
  ) async throws -> Bool {
    await field.step { type("first", $0, $1) }
    try await field.reach { !$0.waits.isEmpty }
    let isInTime = await field.step { field, debouncer in
      guard debouncer.pending != nil else { return false }
      timing.passDeadline()
      act(field, debouncer)
      return true
    }
    try await expect(isInTime ? delivered : ["first"], waits: isInTime ? waits : 1)
    return isInTime
  }

  /// Every wait is over, so whatever could be delivered has been.
  private func expect(_ delivered: [String], waits: Int) async throws {
    try await field.reach { $0.endedWaits >= waits }
    let log = await field.log
    #expect(log.delivered == delivered, "\(run)")
    #expect(log.waits.count == 2 * waits, "\(run): \(log.waits)")
    #expect(log.failures == [], "\(run)")
    #expect(timing.earlyDeliveries == 0, "\(run)")
  }

  private func type(
    _ text: String, _ field: isolated TypedField, _ debouncer: SearchDebouncer
  ) {
    timing.typed()
    debouncer.inputReceived(text, isolation: field)
  }
}
