package import SharedStoreModel
import SharedStoreSQLite

/// The row that says which store this is.
package struct StoreIdentity: Hashable, Sendable {
  package let storeID: String
  package let incarnation: String
  package let schemaVersion: Int64
  package let appGroup: String
  package let createdAt: Timestamp
  package let fileInode: Int64

  /// Verifies that a database is a store of this app group as one of our versions made it, and
  /// reads its identity.
  ///
  /// Runs inside the caller's transaction.
  /// - Throws: `incompatible`, `damaged`, `storeMissing` for another app group's store.
  package static func verify(
    _ database: Database, _ paths: StorePaths
  ) throws(StoreError) -> StoreIdentity {
    let applicationID = try database.integer("PRAGMA application_id")
    guard applicationID == SchemaFingerprint.applicationID else {
      throw .notAStore(applicationID)
    }
    let version = try database.integer("PRAGMA user_version")
    guard (1...SchemaFingerprint.currentVersion).contains(version) else {
      throw .unknownSchema(version)
    }
    do throws(StoreError) {
      // Before anything that a mixture of two stores would get wrong.
      try LogClaim.verify(database)
    } catch  where error.isOtherSchema {
      // The fingerprint says so in words.
    }
    guard try SchemaFingerprint.compute(database) == SchemaFingerprint.released[Int(version) - 1]
    else {
      // The names are those of the newest version.
      let difference =
        version == SchemaFingerprint.currentVersion
        ? try SchemaObjects.difference(database) : "version \(version) has another"
      throw StoreError(
        .incompatible, "The schema of the store was altered: \(difference).",
        hint: "Drop what was added, or restore a backup.")
    }
    let identity = try read(database)
    guard identity.schemaVersion == version else { throw .unknownSchema(identity.schemaVersion) }
    guard identity.appGroup == paths.appGroup.id else { throw paths.missing }
    return identity
  }

  /// Reads the identity row of a verified database.
  /// - Throws: `damaged` when there is no such row.
  package static func read(_ database: Database) throws(StoreError) -> StoreIdentity {
    let identity = try database.row(
      """
      SELECT store_id, incarnation, schema_version, app_group, created_at, file_inode
      FROM store WHERE id = 1
      """
    ) { row throws(StoreError) in
      StoreIdentity(
        storeID: try row.requiredText(), incarnation: try row.requiredText(),
        schemaVersion: row.integer(), appGroup: try row.requiredText(),
        createdAt: try row.timestamp(), fileInode: row.integer())
    }
    guard let identity else { throw .noIdentity }
    return identity
  }
}

extension StoreError {
  static func notAStore(_ applicationID: Int64) -> StoreError {
    if applicationID == SchemaFingerprint.formerApplicationID {
      return StoreError(
        .incompatible, "The store was made by a version before the first release.",
        hint: "It stays as it is: export it with that version, and import it with this one.")
    }
    return StoreError(
      .incompatible,
      "The file is a SQLite database, but not a store: its application id is \(applicationID), not "
        + "\(SchemaFingerprint.applicationID).",
      hint: .otherFile)
  }

  package static func unknownSchema(_ version: Int64) -> StoreError {
    let known = SchemaFingerprint.currentVersion
    return StoreError(
      .incompatible, "The store has schema version \(version); this program knows 1 to \(known).",
      hint: version > known ? "Update this program." : nil)
  }

  static func olderSchema(_ version: Int64) -> StoreError {
    StoreError(
      .incompatible, "The store has schema version \(version), which is too old for this.",
      hint: "Let the app of this version open the store once.")
  }

  package static let noIdentity = StoreError(
    .damaged, "The store has lost the row that identifies it, or its newest revision.",
    hint: "Restore a backup.")
}
