package import SharedStoreModel
package import SharedStoreSQLite

/// The row that says which store this is and how far it has come.
package struct StoreIdentity: Hashable, Sendable {
  package var token: StoreToken
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
    _ connection: borrowing Connection, _ paths: StorePaths
  ) throws(StoreError) -> StoreIdentity {
    let header = try StoreError.mapping("identify the store") { () throws(SQLiteError) in
      Header(
        applicationID: try connection.integer("PRAGMA application_id"),
        version: try connection.integer("PRAGMA user_version"),
        fingerprint: try SchemaFingerprint.compute(connection))
    }
    try header.check()
    let identity = try read(connection)
    guard identity.schemaVersion == header.version else {
      throw .unknownSchema(identity.schemaVersion)
    }
    guard identity.appGroup == paths.appGroup.id else { throw paths.missing }
    return identity
  }

  /// Reads the identity row of a verified database.
  /// - Throws: `damaged` when there is no such row.
  package static func read(
    _ connection: borrowing Connection
  ) throws(StoreError) -> StoreIdentity {
    let identity = try StoreError.mapping("read the identity of the store") {
      () throws(SQLiteError) -> StoreIdentity? in
      let row = try connection.statement(
        """
        SELECT store_id, incarnation, schema_version, revision, app_group, created_at, file_inode
        FROM store WHERE id = 1
        """)
      guard try row.step() else { return nil }
      return StoreIdentity(row)
    }
    guard let identity else { throw .noIdentity }
    return identity
  }

  private init?(_ row: borrowing Statement) {
    guard
      let storeID = row.text(0), let incarnation = row.text(1), let appGroup = row.text(4),
      let revision = Revision(rawValue: row.integer(3))
    else { return nil }
    token = StoreToken(storeID: storeID, incarnation: incarnation, revision: revision)
    schemaVersion = row.integer(2)
    self.appGroup = appGroup
    createdAt = Timestamp(clampingMilliseconds: row.integer(5))
    fileInode = row.integer(6)
  }

  /// What the file says of itself before any row of it is trusted.
  private struct Header {
    let applicationID: Int64
    let version: Int64
    let fingerprint: Int64

    func check() throws(StoreError) {
      guard applicationID == SchemaFingerprint.applicationID else {
        throw StoreError(.incompatible, "The file is a SQLite database, but not a store.")
      }
      guard (1...SchemaFingerprint.currentVersion).contains(version) else {
        throw .unknownSchema(version)
      }
      guard fingerprint == SchemaFingerprint.released[Int(version) - 1] else {
        throw StoreError(
          .incompatible, "The schema of the store was altered: version \(version) has another.",
          hint: "A table, view, index or trigger was added or changed.")
      }
    }
  }
}

extension StoreToken {
  /// Reads a row that begins with `store_id, incarnation, revision`.
  ///
  /// Text that equals what was seen before is not copied.
  package init?(_ row: borrowing Statement, seen: StoreToken?) {
    guard let revision = Revision(rawValue: row.integer(2)) else { return nil }
    if let seen, row.text(0, equals: seen.storeID), row.text(1, equals: seen.incarnation) {
      self.init(storeID: seen.storeID, incarnation: seen.incarnation, revision: revision)
    } else {
      guard let storeID = row.text(0), let incarnation = row.text(1) else { return nil }
      self.init(storeID: storeID, incarnation: incarnation, revision: revision)
    }
  }
}

extension StoreError {
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
    .damaged, "The store has lost the row that identifies it.", hint: "Restore a backup.")
}

extension Connection {
  /// The first column of the first row of a statement, 0 if there is none.
  package borrowing func integer(_ sql: StaticString) throws(SQLiteError) -> Int64 {
    let row = try statement(sql)
    return try row.step() ? row.integer(0) : 0
  }
}
