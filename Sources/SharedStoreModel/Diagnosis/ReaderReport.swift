/// What a reader says of the last timeline it built: numbers, ids and times, no content.
package struct ReaderReport: Hashable, Sendable, Codable {
  /// The number of this form; a report of a later one is not read.
  package static let currentFormat = 1
  /// The outcome of a reading that is a value; any other outcome is the word of a reason.
  package static let value = "value"

  package let format: Int
  package let kind: String
  /// The program that read.
  package let program: String
  package let version: String
  /// When it read, by its clock.
  package let readAt: Timestamp
  package let storeUUID: String?
  package let incarnation: String?
  package let storeRevision: Revision?
  package let outcome: String
  /// The record's revision; `nil` without a value.
  package let revision: Revision?
  /// The dates of the timeline's entries.
  package let entries: [Timestamp]
  /// When a new timeline may be asked for; `nil` when never.
  package let refreshAt: Timestamp?

  /// Reports a timeline.
  /// - Parameters:
  ///   - timeline: What the reader computed.
  ///   - reading: What it computed it from.
  ///   - kind: The series that was read.
  ///   - program: The reader's program.
  ///   - readAt: When it read.
  package init<Payload>(
    _ timeline: SnapshotTimeline<Payload>, of reading: Reading<Payload>, kind: Kind,
    by program: WriterIdentity, at readAt: Timestamp
  ) {
    format = ReaderReport.currentFormat
    self.kind = kind.text
    (self.program, version) = (program.program, program.version)
    self.readAt = readAt
    let token: StoreToken? = if case .value(_, let token) = reading { token } else { nil }
    (storeUUID, incarnation) = (token?.storeID, token?.incarnation)
    storeRevision = reading.storeRevision
    outcome = reading.error?.code.word ?? ReaderReport.value
    revision = reading.snapshot?.revision
    // A timeline may end after the last instant that can be read again.
    entries = timeline.entries.map { $0.date.clamped }
    refreshAt = timeline.refreshDate?.clamped
  }

  /// Why there was no value; `nil` for a value, and for a word that this version does not know.
  package var reason: StoreError.Code? {
    StoreError.Code.allCases.first { $0.word == outcome }
  }

  /// Whether the last entry has had its turn at a time: it is still shown, but nothing follows.
  package func isPastEnd(at time: Timestamp) -> Bool {
    entries.last.map { time > $0 } ?? true
  }
}

extension Timestamp {
  fileprivate var clamped: Timestamp { Timestamp(clampingMilliseconds: milliseconds) }
}
