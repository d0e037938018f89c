import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// What the change log says of the things that changed, against the things.
extension StoreCheck {
  /// Whatever changed last at a revision is there and says so, and whatever was removed is not.
  static func things(
    _ database: Database, _ examination: inout Examination
  ) throws(StoreError) {
    try database.forEachRow(
      """
      SELECT c.subject, c.name, c.revision, c.action, CASE c.subject
        WHEN 'snapshot' THEN (SELECT max(revision) FROM snapshots WHERE kind = c.name)
        WHEN 'document' THEN (SELECT coalesce(d.revision, i.revision) FROM documents AS d
          LEFT JOIN imports AS i ON i.job = d.import WHERE d.id = c.name)
        ELSE (SELECT revision FROM jobs WHERE id = CAST(c.name AS INTEGER)) END
      FROM (
        SELECT subject, name, max(revision) AS revision, action FROM changes
        WHERE subject != 'store' AND name != '*' GROUP BY subject, name) AS c
      WHERE c.revision > (SELECT coalesce(max(revision), -1) FROM changes AS m
        WHERE m.subject = c.subject AND m.name = '*')
      """
    ) { row throws(StoreError) in
      guard let subject = row.text().flatMap({ ChangeRow.Subject(rawValue: $0) }) else { return }
      let (name, revision) = (row.text(), row.integer())
      let (isRemoved, found) = (
        row.text() == ChangeRow.Action.removed.rawValue, row.optionalInteger()
      )
      // A job's row has the revision of its last state, and there are later changes of it.
      let isAsLogged =
        isRemoved ? found == nil : subject == .job ? found != nil : found == revision
      if isAsLogged { return }
      let thing: Fault.Subject =
        switch subject {
        case .snapshot: .kind
        case .document: .document
        default: .job
        }
      examination.fault(
        thing, name,
        isRemoved
          ? "Revision \(revision) removed it, and it is there."
          : "Revision \(revision) changed it last, which is not what it says itself.")
    }
  }
}
