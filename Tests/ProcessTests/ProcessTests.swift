import TestSupport
import Testing

/// What only real processes can show: two programs, one store.
///
/// Each test has a store of its own, so a few run beside each other.
@Suite(.inTurns)
enum ProcessTests {}

/// Runs a few tests at once, each on a thread of its own, since they block until processes end.
struct InTurns: SuiteTrait, TestTrait, TestScoping {
  private static let turns = Turns(3)

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let isAlone = test.traits.contains { $0 is Alone }
    try await InTurns.turns.run(alone: isAlone, function)
  }
}

/// Runs nothing else meanwhile: for what watches how processes share the machine, and when.
struct Alone: SuiteTrait, TestTrait {
  let isRecursive = true
}

extension Trait where Self == InTurns {
  /// Runs a few tests at once, each on a thread of its own.
  static var inTurns: Self { InTurns() }
}

extension Trait where Self == Alone {
  /// Runs nothing else meanwhile.
  static var alone: Self { Alone() }
}
