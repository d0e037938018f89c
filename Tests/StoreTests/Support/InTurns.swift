import TestSupport
import Testing

/// Runs a few tests at once, each on a thread of its own: for what blocks or computes for long,
/// which others would wait for if it held a thread that all tasks share.
struct InTurns: SuiteTrait, TestTrait, TestScoping {
  private static let turns = Turns(3)

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await InTurns.turns.run(function)
  }
}

extension Trait where Self == InTurns {
  /// Runs a few tests at once, each on a thread of its own.
  static var inTurns: Self { InTurns() }
}
