public import SharedStoreModel

/// What has changed in a store since a revision: each thing once, with what has become of it.
public struct StoreChanges: Hashable, Sendable {
  /// A thing that can change.
  public enum Subject: Hashable, Sendable {
    /// The records of a kind.
    case kind(Kind)
    /// A document: its fields, its history, or both.
    case document(DocumentID)
    /// The state of a job; its progress moves no revision.
    case job(JobID)
  }

  /// What has become of one thing.
  public struct Change: Hashable, Sendable {
    /// Which thing.
    public let subject: Subject
    /// The last revision that changed it.
    public let revision: Revision
    /// Whether it is gone since then.
    public let isDeleted: Bool
  }

  /// Very many things that one revision changed, of which the log has only their number.
  public struct Many: Hashable, Sendable {
    /// What sort of things they are.
    public enum Sort: String, Hashable, Sendable {
      /// Snapshots' kinds.
      case kinds
      /// Documents.
      case documents
      /// Jobs.
      case jobs
    }

    /// What sort of things they are.
    public let sort: Sort
    /// How many there are: more than 1 000.
    public let number: Int
    /// The revision that changed them.
    public let revision: Revision
    /// The job that changed them, such as an import, if one did.
    public let job: JobID?
  }

  /// One by one, in the order in which they last changed.
  public let changes: [Change]
  /// By sort and number, oldest revision first.
  public let many: [Many]
  /// Whether the log no longer reaches back to the revision that was asked for: what is named has
  /// changed, and other things may have as well.
  public let hasGap: Bool
}

extension StoreView {
  /// What has changed since a revision of this store.
  /// - Parameters:
  ///   - revision: The last revision whose changes are known to the caller.
  ///   - incarnation: The line of revisions it is of; `nil` if that is not known.
  /// - Returns: The changes; none when the store stands there still.
  /// - Throws: `rewound` when the store stands below it, or has begun another line of revisions
  ///   since; `damaged`.
  public func changes(
    since revision: Revision, of incarnation: String? = nil
  ) throws(StoreError) -> StoreChanges {
    guard revision <= token.revision, incarnation ?? token.incarnation == token.incarnation else {
      throw StoreError.rewoundSince(revision, token.revision)
    }
    var collected = CollectedChanges()
    try database.forEachRow(
      """
      SELECT revision, position, subject, name, things, action, committed_at, writer, checksum
      FROM changes WHERE revision > ?1 ORDER BY revision, position
      """, revision
    ) { row throws(StoreError) in
      let change = try ChangeRow(&row)
      guard !change.beginsLine else {
        throw StoreError.rewoundSince(revision, token.revision)
      }
      try collected.add(change)
    }
    // The oldest ones leave the log first and whole.
    let hasGap = collected.first.map { $0 != revision.successor } ?? false
    return collected.changes(hasGap: hasGap)
  }
}

extension StoreReader {
  /// What has changed in the store since it was last looked at.
  /// - Parameter token: Where it stood then.
  /// - Returns: The changes, and where it stands now: the next call's token.
  /// - Throws: `rewound` for another line of revisions, `replaced` for another store; either way
  ///   everything has to be read again. Else as ``token()``.
  public func changes(
    since token: StoreToken
  ) throws(StoreError) -> (changes: StoreChanges, token: StoreToken) {
    try read { view throws(StoreError) in
      guard view.token.storeID == token.storeID else {
        throw StoreError.replacedStore.at(view.token.revision)
      }
      return (try view.changes(since: token.revision, of: token.incarnation), view.token)
    }
  }
}

extension StoreError {
  fileprivate static func rewoundSince(_ revision: Revision, _ current: Revision) -> StoreError {
    StoreError(
      .rewound,
      "What has changed since revision \(revision) cannot be told: the store has gone back, or has "
        + "begun another line of revisions since.",
      hint: "Read everything again, and go on from there.", storeRevision: current)
  }
}
