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

extension StoreError.Code {
  /// Anything that no other code names; the message says what.
  public static let failed = Self("failed", 1, "anything not listed here")
  /// Somebody else has changed the record or document since: read it again, then decide.
  public static let stale = Self("stale", 2, "the expected revision or epoch differs")
  /// There is no kind, version, document, group or job of that name.
  public static let notFound = Self("not-found", 3, "no such kind, version, document or job")
  /// Nobody has made a store for the app group yet; a writer's first opening does.
  public static let storeMissing = Self("store-missing", 4, "no store for that app group")
  /// Other writers held the lock longer than the time-out: nothing was changed, try again.
  public static let busy = Self("busy", 5, "the lock was not obtained in time; retry")
  /// The system was about to suspend the process: nothing was changed, try again when it runs.
  public static let suspended = Self("suspended", 5, "the process was about to be suspended; retry")
  /// The files are there, and this user may not read or write them.
  public static let unreadable = Self("unreadable", 6, "no permission to read or write")
  /// The file is no store of this package, was altered, or is of a newer version of it.
  public static let incompatible = Self(
    "incompatible", 7, "not our store, or its schema is altered or newer")
  /// The record is of a format this reader does not know, or of another type than asked for.
  public static let unsupportedFormat = Self(
    "unsupported-format", 7, "the record's format or type is not the reader's")
  /// What the file holds contradicts itself; nothing of it is given out.
  public static let damaged = Self("damaged", 8, "corruption, or a checksum that does not match")
  /// Another store stands in the place of the one that was opened: open it anew.
  public static let replaced = Self("replaced", 9, "another store has taken this one's place")
  /// The store that was opened is gone from its place: open it anew when there is one.
  public static let removed = Self("removed", 9, "the store was moved or deleted while in use")
  /// The store has lost commits that were seen or announced; a writer settles that.
  public static let rewound = Self("rewound", 9, "the store stands before a revision already seen")
  /// There is no space left: nothing was changed, and writing works once there is some.
  public static let full = Self("full", 10, "the disk is full")
  /// The job has ended, and its work failed.
  public static let jobFailed = Self("job-failed", 11, "the job ended in failure")
  /// The job has ended, and nothing of its final commit is there.
  public static let jobCancelled = Self("job-cancelled", 12, "the job was cancelled")
  /// What was waited for has not come in the time given; it may still come.
  public static let timedOut = Self("timed-out", 13, "the wait ended before the event")
  /// The store has not reached the revision asked for in the time given; it may still.
  public static let behind = Self("behind", 13, "the wait ended before the revision was reached")
  /// The thing is of another type or in another state than the call needs, or was changed between.
  public static let conflict = Self(
    "conflict", 14, "a foreign change, another type or state is in the way")
  /// There is a document or file of that name, and it was left as it is.
  public static let exists = Self("exists", 15, "the document or file exists already")
  /// The document's undo group is still open, and the call needs it ended.
  public static let groupOpen = Self("group-open", 16, "an undo group is open")
  /// The files were left in a form that only a writer may open; one does so by opening them.
  public static let recoveryNeeded = Self(
    "recovery-needed", 17, "a writer must open the store before it can be read")
  /// Every entry of the timeline has begun, and nothing follows the one that is shown.
  public static let pastEnd = Self("past-end", 18, "the timeline shown is past its end")
  /// A command line that does not parse; only the tools say so.
  public static let usage = Self("usage", 64, "the arguments are wrong")
  /// What was given to be stored or read in is not what it must be; the message says where.
  public static let badInput = Self("bad-input", 65, "the content of a file or of stdin is wrong")
  /// A setting, or a path it names, cannot be used.
  public static let configuration = Self(
    "configuration", 78, "the configuration, or a path it names, cannot be used")
  /// A signal or a cancelled task ended the call; a job goes on or can be resumed.
  public static let interrupted = Self("interrupted", 130, "interrupted; a job goes on")

  /// All of them, by exit status.
  public static let allCases: [StoreError.Code] = [
    failed, stale, notFound, storeMissing, busy, suspended, unreadable, incompatible,
    unsupportedFormat, damaged, replaced, removed, rewound, full, jobFailed, jobCancelled,
    timedOut, behind, conflict, exists, groupOpen, recoveryNeeded, pastEnd, usage, badInput,
    configuration, interrupted,
  ]
}
