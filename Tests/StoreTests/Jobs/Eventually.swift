import Foundation
import Testing

/// Waits until a condition holds that another thread brings about.
func eventually(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () throws -> Bool
) throws {
  let end = ContinuousClock.now + .seconds(20)
  while try !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("It never came about that \(what).", sourceLocation: sourceLocation)
      return
    }
    usleep(2_000)
  }
}
