import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// What documents and journals say of each other, counted anew from their rows.
extension StoreCheck {
  private static let reload: StoreError.Hint = "Load the document anew, or restore a backup."

  /// Documents whose rows and fields are as they were written, and rows that have no document.
  static func documents(
    _ database: Database, upTo newest: Revision?
  ) throws(StoreError) -> Finding {
    try Examination.run("documents") { examination throws(StoreError) in
      try DocumentRow.forEach(database) { id, row throws(StoreError) in
        examination.examined += 1
        do throws(StoreError) {
          let document = try row.get()
          if let newest, document.revision > newest.successor ?? newest {
            throw StoreError.beyondStore
          }
          _ = try document.fields(database)
        } catch {
          let isMendable = error.message == StoreError.damagedFields.message
          try examination.note(.document, id, error, isMendable ? reload : Examination.restore)
        }
      }
      try database.forEachRow(
        """
        SELECT document, count(*) FROM (
          SELECT document FROM fields UNION ALL SELECT document FROM undo_groups
          UNION ALL SELECT document FROM open_groups)
        WHERE document NOT IN (SELECT key FROM documents) GROUP BY document
        """
      ) { row throws(StoreError) in
        row.skip(1)
        examination.fault(.document, nil, "\(row.integer()) rows belong to no document.")
      }
    }
  }

  /// Histories whose groups and operations are as they were written, and those that the document
  /// says it has.
  static func groups(
    _ database: Database, upTo newest: Revision?
  ) throws(StoreError) -> Finding {
    try Examination.run("undo groups") { examination throws(StoreError) in
      examination.examined = Int(
        clamping: try database.integer("SELECT count(*) FROM undo_groups"))
      try DocumentRow.forEach(database) { id, row throws(StoreError) in
        // A damaged row is a finding of the documents.
        guard let document = try? row.get() else { return }
        do throws(StoreError) {
          let groups = try UndoGroup.all(of: document, database)
          try OpenGroupRow.check(document, database)
          if let newest, groups.contains(where: { $0.revisions.upperBound > newest }) {
            throw StoreError.damagedHistory
          }
        } catch {
          try examination.note(.document, id, error, reload)
        }
      }
      try database.forEachRow(
        """
        SELECT d.id, count(*) FROM undo_operations AS o LEFT JOIN documents AS d
          ON d.key = o.document
        WHERE NOT EXISTS (SELECT 1 FROM undo_groups
          WHERE document = o.document AND number = o.number)
        GROUP BY o.document
        """
      ) { row throws(StoreError) in
        let id = row.text()
        examination.fault(.document, id, "\(row.integer()) operations have no group.", reload)
      }
    }
  }

  /// Kinds whose newest count is the number of documents that their rule fits.
  static func countedKinds(_ database: Database) throws(StoreError) -> Finding {
    let again = StoreError.Hint(
      "Define the rule anew with counts.define(_:).",
      command: "Define the rule anew with 'app count define'.")
    return try Examination.run("counted kinds") { examination throws(StoreError) in
      try CountedKind.forEach(database) { kind, rule throws(StoreError) in
        examination.examined += 1
        do throws(StoreError) {
          let rule = try rule.get()
          let shown = try database.row(
            "SELECT count, max(revision) FROM snapshots WHERE kind = ?1", rule.kind
          ) { row throws(StoreError) in row.optionalInteger() }
          guard try shown != rule.count(database) else { return }
          examination.fault(
            .kind, kind, "The count is not the number of documents that its rule fits.", again)
        } catch {
          try examination.note(.kind, kind, error, again)
        }
      }
    }
  }
}
