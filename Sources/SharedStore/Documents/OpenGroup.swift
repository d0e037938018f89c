public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// The right to go on with an undo group that is being recorded.
///
/// Only who holds it can edit the document until the group is ended; whoever finds the holder's
/// process dead applies the group's policy.
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
    document key: Int64, _ database: Database
  ) throws(StoreError) -> OpenGroupRow? {
    try database.row(
      """
      SELECT number, level, interrupted, token, process, started, boot, namespace
      FROM open_groups WHERE document = ?1
      """, key
    ) { row throws(StoreError) in
      OpenGroupRow(
        number: row.integer(), level: Int64(try row.count()),
        interrupted: try row.word(InterruptionPolicy.self), token: try row.requiredText(),
        owner: try row.owner())
    }
  }

  /// - Throws: `damaged` unless the document's open group has an owner, or it has neither.
  static func check(_ document: DocumentRow, _ database: Database) throws(StoreError) {
    let open = try find(document: document.key, database)
    guard open?.number == document.openGroup, open.map({ $0.level > 0 }) != false else {
      throw .damagedHistory
    }
  }

  /// Writes a new row.
  func insert(document key: Int64, _ database: Database) throws(StoreError) {
    try database.run(
      """
      INSERT INTO open_groups (document, number, level, interrupted, token, process, started,
        boot, namespace)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, key, number, level, interrupted.rawValue, token, Int64(owner.process), owner.started,
      owner.boot, owner.namespace)
  }
}

extension StoreError {
  static func groupOpen(_ owner: ProcessIdentity) -> StoreError {
    let state = owner.liveness == .unknown ? "which cannot be seen from here" : "which is alive"
    return StoreError(
      .groupOpen, "An undo group is open: process \(owner.process), \(state), is recording it.",
      hint: Hint(
        "Wait for it to end, or end it with documents.recover(_:force:).",
        command: "Wait for it to end, or end it with 'app document recover ID --force'."))
  }

  static let groupEnded = StoreError(
    .stale, "The undo group has been ended already; nothing was changed.")
}
