public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// The right to go on with an undo group that is being recorded.
///
/// Only who holds it can edit the document until the group is ended; whoever finds the holder's
/// process dead applies the group's policy (contract U6).
public struct OpenGroup: Hashable, Sendable {
  /// The document.
  public let document: DocumentID
  /// The group's number.
  public let number: Int64
  let token: String
}

/// A row of `open_groups`.
struct OpenGroupRow {
  let number: Int64
  let level: Int64
  let interrupted: InterruptionPolicy
  let token: String
  let owner: ProcessIdentity

  /// Finds the open group of a document.
  static func find(
    document key: Int64, _ connection: borrowing Connection
  ) throws(SQLiteError) -> OpenGroupRow? {
    let row = try connection.statement(
      """
      SELECT number, level, interrupted, token, process, started, boot, namespace
      FROM open_groups WHERE document = ?1
      """)
    try row.bind(key, at: 1)
    guard try row.step(), let policy = row.text(2).flatMap({ InterruptionPolicy(rawValue: $0) }),
      let token = row.text(3), let boot = row.text(6)
    else { return nil }
    return OpenGroupRow(
      number: row.integer(0), level: row.integer(1), interrupted: policy, token: token,
      owner: ProcessIdentity(
        process: Int32(clamping: row.integer(4)), started: row.integer(5), boot: boot,
        namespace: row.integer(7)))
  }

  /// Writes a new row.
  func insert(document key: Int64, _ connection: borrowing Connection) throws(SQLiteError) {
    let insert = try connection.statement(
      """
      INSERT INTO open_groups (document, number, level, interrupted, token, process, started,
        boot, namespace)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    try insert.bind(key, at: 1)
    try insert.bind(number, at: 2)
    try insert.bind(level, at: 3)
    try insert.bind(interrupted.rawValue, at: 4)
    try insert.bind(token, at: 5)
    try insert.bind(Int64(owner.process), at: 6)
    try insert.bind(owner.started, at: 7)
    try insert.bind(owner.boot, at: 8)
    try insert.bind(owner.namespace, at: 9)
    try insert.run()
  }
}

extension StoreError {
  static func groupOpen(_ owner: ProcessIdentity) -> StoreError {
    let state = owner.liveness == .unknown ? "which cannot be seen from here" : "which is alive"
    return StoreError(
      .groupOpen, "An undo group is open: process \(owner.process), \(state), is recording it.",
      hint: "Wait for it to end, or end it with 'recover --force'.")
  }

  static let groupEnded = StoreError(
    .stale, "The undo group has been ended already; nothing was changed.")
}
