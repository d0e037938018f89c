/// What was found out about one kind of a store, for ``Diagnosis`` to judge: ids, numbers and times,
/// no content.
package struct DiagnosisFindings: Sendable {
  package let kind: Kind
  /// When it was asked.
  package let now: Timestamp
  /// The revision the asker expects the record to have.
  package var expected: Revision?
  /// Sources of the configuration that do not count.
  package var ignored: [IgnoredSetting] = []
  /// The tools' command lines that mean the same store.
  package var commands = ToolCommands(options: [])
  /// The store, or why it cannot be read.
  package var store: Result<Store, StoreError>
  /// The container directory.
  package var container: String?
  /// The app group of the store that stands in the container, if it is another one's.
  package var foreignAppGroup: String?
  /// The newest version of the kind, whether or not it can be read; `nil` without any.
  package var written: Version?
  /// The last request for a new timeline of the kind.
  package var requested: Request?
  /// The record as this reader gets it.
  package var reading: Reading<StoredPayload>
  /// The reports of the kind's readers.
  package var readers: [Reader] = []
  /// The process that holds the writer lock.
  package var lockHolder: LockHolder?
  /// How dates are written.
  package let dateText: @Sendable (Timestamp) -> String

  package init(
    kind: Kind, now: Timestamp, store: Result<Store, StoreError>, reading: Reading<StoredPayload>,
    dateText: @escaping @Sendable (Timestamp) -> String
  ) {
    (self.kind, self.now, self.store, self.reading) = (kind, now, store, reading)
    self.dateText = dateText
  }

  /// A store that can be read.
  package struct Store: Hashable, Sendable {
    package let token: StoreToken
    /// The revision that had been announced, if the store has lost it.
    package let announced: Revision?
    /// Whether its log is there, if only an empty one.
    package let hasLog: Bool
    /// Whether the file is a copy which no writer has opened yet.
    package let isCopy: Bool

    package init(token: StoreToken, announced: Revision?, hasLog: Bool, isCopy: Bool) {
      self.token = token
      self.announced = announced
      self.hasLog = hasLog
      self.isCopy = isCopy
    }
  }

  /// A version of the record.
  package struct Version: Hashable, Sendable {
    package let revision: Revision
    package let changedAt: Timestamp
    package let writer: WriterIdentity

    package init(revision: Revision, changedAt: Timestamp, writer: WriterIdentity) {
      self.revision = revision
      self.changedAt = changedAt
      self.writer = writer
    }
  }

  /// A request for a new timeline.
  package struct Request: Hashable, Sendable {
    package let revision: Revision
    package let requestedAt: Timestamp

    package init(revision: Revision, requestedAt: Timestamp) {
      (self.revision, self.requestedAt) = (revision, requestedAt)
    }
  }

  /// A reader that has left a report.
  package struct Reader: Hashable, Sendable {
    package let name: ReaderName
    package let report: ReaderReport

    package init(_ name: ReaderName, _ report: ReaderReport) {
      (self.name, self.report) = (name, report)
    }
  }

  /// A process that holds the writer lock.
  package struct LockHolder: Hashable, Sendable {
    package let processID: Int32
    package let isStopped: Bool

    package init(processID: Int32, isStopped: Bool) {
      (self.processID, self.isStopped) = (processID, isStopped)
    }
  }
}
