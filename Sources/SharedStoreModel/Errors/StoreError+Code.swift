extension StoreError {
  /// The one vocabulary of failures: exit word, `error.code` in JSON and `reason` of a reading.
  ///
  /// An open type: a later version may add words, so a `switch` over it needs a `default`.
  public struct Code: Hashable, Sendable, CaseIterable {
    /// The word, such as `store-missing`.
    public let word: String
    /// The exit status of a command-line tool that ends with this failure.
    public let exitStatus: Int32
    /// What it means, in one line.
    public let meaning: String

    private init(_ word: String, _ exitStatus: Int32, _ meaning: String) {
      self.word = word
      self.exitStatus = exitStatus
      self.meaning = meaning
    }

    /// Whether two codes are the same word.
    public static func == (left: Code, right: Code) -> Bool { left.word == right.word }

    /// Hashes the word.
    public func hash(into hasher: inout Hasher) { hasher.combine(word) }
  }
}

extension StoreError.Code: CustomStringConvertible {
  /// The word.
  public var description: String { word }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
// Each word carries its own meaning as its third argument; a comment would repeat it.
extension StoreError.Code {
  public static let failed = Self("failed", 1, "anything not listed here")
  public static let stale = Self("stale", 2, "the expected revision or epoch differs")
  public static let notFound = Self("not-found", 3, "no such kind, version, document or job")
  public static let storeMissing = Self("store-missing", 4, "no store for that app group")
  public static let busy = Self("busy", 5, "the lock was not obtained in time; retry")
  public static let suspended = Self("suspended", 5, "the process was about to be suspended; retry")
  public static let unreadable = Self("unreadable", 6, "no permission to read or write")
  public static let incompatible = Self(
    "incompatible", 7, "not our store, or its schema is altered or newer")
  public static let unsupportedFormat = Self(
    "unsupported-format", 7, "the record's format or type is not the reader's")
  public static let damaged = Self("damaged", 8, "corruption, or a checksum that does not match")
  public static let replaced = Self("replaced", 9, "another store has taken this one's place")
  public static let removed = Self("removed", 9, "the store was moved or deleted while in use")
  public static let rewound = Self("rewound", 9, "the store stands before a revision already seen")
  public static let full = Self("full", 10, "the disk is full")
  public static let jobFailed = Self("job-failed", 11, "the job ended in failure")
  public static let jobCancelled = Self("job-cancelled", 12, "the job was cancelled")
  public static let timedOut = Self("timed-out", 13, "the wait ended before the event")
  public static let behind = Self("behind", 13, "the wait ended before the revision was reached")
  public static let conflict = Self(
    "conflict", 14, "a foreign change, another type or state is in the way")
  public static let exists = Self("exists", 15, "the document or file exists already")
  public static let groupOpen = Self("group-open", 16, "an undo group is open")
  public static let recoveryNeeded = Self(
    "recovery-needed", 17, "a writer must open the store before it can be read")
  public static let pastEnd = Self("past-end", 18, "the timeline shown is past its end")
  public static let usage = Self("usage", 64, "the arguments are wrong")
  public static let badInput = Self("bad-input", 65, "the content of a file or of stdin is wrong")
  public static let configuration = Self(
    "configuration", 78, "the configuration, or a path it names, cannot be used")
  public static let interrupted = Self("interrupted", 130, "interrupted; a job goes on")

  public static let allCases: [StoreError.Code] = [
    failed, stale, notFound, storeMissing, busy, suspended, unreadable, incompatible,
    unsupportedFormat, damaged, replaced, removed, rewound, full, jobFailed, jobCancelled,
    timedOut, behind, conflict, exists, groupOpen, recoveryNeeded, pastEnd, usage, badInput,
    configuration, interrupted,
  ]
}
