import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// What documents, journals and jobs say of each other, counted anew from their rows.
extension StoreCheck {
  /// Documents whose tallies are those of their groups, and rows that have no document.
  static func documents(_ database: Database) throws(StoreError) -> Finding {
    let examined = try database.integer("SELECT count(*) FROM documents")
    let wrong = try database.integer(
      """
      SELECT coalesce(sum(d.undo_groups != g.undo_groups OR d.undo_bytes != g.undo_bytes
        OR d.redo_groups != g.redo_groups OR d.redo_bytes != g.redo_bytes
        OR d.open_group IS NOT g.open_group), 0)
      FROM documents AS d JOIN (
        SELECT d.key, o.number AS open_group,
          count(g.number) FILTER (WHERE g.number <= d.head) AS undo_groups,
          coalesce(sum(g.bytes) FILTER (WHERE g.number <= d.head), 0) AS undo_bytes,
          count(g.number) FILTER (WHERE g.number > d.head) AS redo_groups,
          coalesce(sum(g.bytes) FILTER (WHERE g.number > d.head), 0) AS redo_bytes
        FROM documents AS d LEFT JOIN open_groups AS o ON o.document = d.key
          LEFT JOIN undo_groups AS g ON g.document = d.key AND g.number IS NOT o.number
        GROUP BY d.key) AS g ON g.key = d.key
      """)
    let stray = try database.integer(
      """
      SELECT (SELECT count(*) FROM fields WHERE document NOT IN (SELECT key FROM documents))
        + (SELECT count(*) FROM undo_groups WHERE document NOT IN (SELECT key FROM documents))
        + (SELECT count(*) FROM open_groups WHERE document NOT IN (SELECT key FROM documents))
      """)
    return Finding(name: "documents", examined: Int(examined), faults: Int(wrong + stray))
  }

  /// Groups that are as large as what they did, and operations without a group.
  static func groups(_ database: Database) throws(StoreError) -> Finding {
    let examined = try database.integer("SELECT count(*) FROM undo_groups")
    let wrong = try database.integer(
      """
      SELECT count(*) FROM (
        SELECT g.operations, g.bytes, count(o.field) AS found,
          32 + coalesce(length(CAST(g.name AS BLOB)), 0)
            + coalesce(sum(16 + length(CAST(o.field AS BLOB))
              + CASE typeof(o.before) WHEN 'null' THEN 0
                WHEN 'integer' THEN 8 WHEN 'real' THEN 8 ELSE length(CAST(o.before AS BLOB)) END
              + CASE typeof(o.after) WHEN 'null' THEN 0
                WHEN 'integer' THEN 8 WHEN 'real' THEN 8 ELSE length(CAST(o.after AS BLOB)) END),
              0) AS size
        FROM undo_groups AS g LEFT JOIN undo_operations AS o
          ON o.document = g.document AND o.number = g.number
        GROUP BY g.document, g.number)
      WHERE operations != found OR bytes != size
      """)
    let stray = try database.integer(
      """
      SELECT count(*) FROM undo_operations AS o WHERE NOT EXISTS (
        SELECT 1 FROM undo_groups WHERE document = o.document AND number = o.number)
      """)
    return Finding(name: "undo groups", examined: Int(examined), faults: Int(wrong + stray))
  }

  /// Kinds whose newest count is the number of documents that their rule fits.
  static func countedKinds(_ database: Database) throws(StoreError) -> Finding {
    let rules = try CountedKind.all(database)
    var faults = 0
    for rule in rules {
      let shown = try database.row(
        "SELECT count, max(revision) FROM snapshots WHERE kind = ?1", rule.kind
      ) { row throws(StoreError) in row.optionalInteger() }
      faults += try shown == rule.count(database) ? 0 : 1
    }
    return Finding(name: "counted kinds", examined: rules.count, faults: faults)
  }

  /// Jobs whose state and stages agree, and what a job has staged although it is not at work.
  static func jobs(_ database: Database) throws(StoreError) -> Finding {
    let examined = try database.integer("SELECT count(*) FROM jobs")
    let wrong = try database.integer(
      """
      SELECT count(*) FROM jobs AS j JOIN (
        SELECT job, sum(weight) AS weight, sum(total - done) AS undone FROM job_stages GROUP BY job
      ) AS s ON s.job = j.id
      WHERE s.weight != 100 OR (j.state = 'succeeded' AND s.undone != 0)
      """)
    let stray = try database.integer(
      """
      WITH idle (id) AS (SELECT id FROM jobs WHERE state NOT IN ('running', 'cancelling'))
      SELECT (SELECT count(*) FROM documents WHERE staged_by IN (SELECT id FROM idle))
        + (SELECT count(*) FROM staged_documents WHERE job IN (SELECT id FROM idle))
        + (SELECT count(*) FROM staged_fields WHERE job IN (SELECT id FROM idle))
      """)
    return Finding(name: "jobs", examined: Int(examined), faults: Int(wrong + stray))
  }
}
