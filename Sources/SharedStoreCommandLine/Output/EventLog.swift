import SharedStoreModel
package import SharedStoreReader

/// Renders library events as `key=value` lines on standard error.
///
/// Events carry numbers and codes only, so neither can a line carry anything else.
package enum EventLog {
  /// What is logged, from nothing to everything.
  package enum Level: String, CaseIterable, Comparable, Sendable {
    case off, error, info, debug

    package static func < (left: Level, right: Level) -> Bool {
      let order = Level.allCases
      return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
  }

  /// A handler for the library's options.
  package static func handler(_ level: Level) -> @Sendable (StoreEvent) -> Void {
    { event in
      let (minimum, line) = render(event)
      if level >= minimum { StandardStreams.error(line) }
    }
  }

  static func render(_ event: StoreEvent) -> (Level, String) {
    switch event {
    case .read(let revision, let storeRevision, let nanoseconds):
      (
        .info,
        "event=read revision=\(revision) store_revision=\(storeRevision) \(duration(nanoseconds))"
      )
    case .readFailed(let code, let nanoseconds):
      (.info, "event=read-failed reason=\(code) \(duration(nanoseconds))")
    case .committed(let storeRevision, let changes, let nanoseconds):
      (
        .info,
        "event=committed store_revision=\(storeRevision) changes=\(changes) \(duration(nanoseconds))"
      )
    case .unchanged(let storeRevision, let nanoseconds):
      (.info, "event=unchanged store_revision=\(storeRevision) \(duration(nanoseconds))")
    case .writeFailed(let code, let nanoseconds):
      (.error, "event=write-failed reason=\(code) \(duration(nanoseconds))")
    case .checkpointed(let frames, let copied):
      (.debug, "event=checkpointed frames=\(frames) copied=\(copied)")
    case .checkpointFailed(let code):
      (.error, "event=checkpoint-failed reason=\(code)")
    case .noticeFailed(let errorNumber):
      (.error, "event=notice-failed errno=\(errorNumber)")
    case .reportFailed(let code):
      (.error, "event=report-failed reason=\(code)")
    }
  }

  private static func duration(_ nanoseconds: UInt64) -> String {
    "duration_us=\(nanoseconds / 1_000)"
  }
}
