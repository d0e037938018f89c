/// A place in a run of a job at which a test may let it stand.
package enum JobPoint: Hashable, Sendable {
  /// Before a unit is begun.
  case beforeUnit
  /// Before the final commit.
  case beforeFinalCommit

  /// Called on the worker's thread when it comes to a place; it goes on when this has returned.
  @TaskLocal package static var pause: (@Sendable (JobPoint) -> Void)?
}
