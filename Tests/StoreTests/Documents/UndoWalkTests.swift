import SharedStore
import TestSupport
import Testing

/// Random walks: whatever is done, in whatever order, everything that can be seen is as two stacks
/// of whole contents would have it, after each step.
@Suite(.inTurns) struct UndoWalkTests {
  private static let steps = 150

  @Test func theRulesInMemoryMatchSnapshotsOnEveryWalk() throws {
    for seed in Campaign.walks.seeds(50, of: 10_000) {
      var walk = HistoryWalk(seed: seed)
      var model = SnapshotHistory(fields: walk.fields, limits: walk.limits)
      var memory = MemoryHistory(fields: walk.fields, limits: walk.limits)
      for step in 0..<UndoWalkTests.steps {
        let action = walk.next(whileOpen: model.view().open != nil)
        let (expected, outcome) = (model.perform(action), memory.perform(action))
        try #require(outcome == expected, "seed \(seed), step \(step): \(action)")
        try #require(memory.view() == model.view(), "seed \(seed), step \(step): \(action)")
      }
    }
  }

  @Test func aStoreMatchesSnapshotsOnEveryWalk() throws {
    let store = try TestStore()
    for seed in Campaign.walks.seeds(15, of: 2_000) {
      var walk = HistoryWalk(seed: seed)
      var model = SnapshotHistory(fields: walk.fields, limits: walk.limits)
      let id = try #require(DocumentID("walk \(seed)"))
      let stored = try StoredHistory(store, id, fields: walk.fields, limits: walk.limits)
      var document = try stored.document()
      for step in 0..<UndoWalkTests.steps {
        let action = walk.next(whileOpen: model.view().open != nil)
        let (expected, outcome) = (model.perform(action), try stored.perform(action))
        try #require(outcome == expected, "seed \(seed), step \(step): \(action)")
        try #require(try stored.view() == model.view(), "seed \(seed), step \(step): \(action)")
        let next = try stored.document()
        expectRevision(of: next, after: document, action, outcome)
        document = next
      }
    }
    #expect(try store.rows(journalsThatDoNotAddUp, columns: 1).isEmpty)
    #expect(try store.rows(rowsThatBelongToNothing, columns: 1).isEmpty)
  }

  /// Revisions only grow, and stand still when nothing was changed; only a load changes the epoch.
  private func expectRevision(
    of next: StoreDocument, after last: StoreDocument, _ action: HistoryAction,
    _ outcome: HistoryOutcome
  ) {
    switch (action, outcome) {
    // Nothing of its content has changed yet.
    case (.begin, .done): #expect(next.revision == last.revision, "\(action)")
    case (_, .done(changed: true, _)): #expect(next.revision > last.revision, "\(action)")
    // An outermost end takes the group away even when it came to nothing.
    case (.end, .done): #expect(next.revision >= last.revision, "\(action)")
    default: #expect(next.revision == last.revision, "\(action)")
    }
    let isLoad = if case (.load, .done) = (action, outcome) { true } else { false }
    #expect((next.epoch != last.epoch) == isLoad, "\(action)")
  }
}

/// What every document's row says of its history and the history's rows do not.
let journalsThatDoNotAddUp: StaticString = """
  WITH sizes AS (
    SELECT o.document, o.number, count(*) AS operations,
      sum(16 + length(CAST(o.field AS BLOB))
        + CASE WHEN typeof(o.before) IN ('integer', 'real') THEN 8
          ELSE ifnull(length(CAST(o.before AS BLOB)), 0) END
        + CASE WHEN typeof(o.after) IN ('integer', 'real') THEN 8
          ELSE ifnull(length(CAST(o.after AS BLOB)), 0) END) AS bytes
    FROM undo_operations AS o GROUP BY o.document, o.number),
  groups AS (
    SELECT g.document, g.number, g.bytes, ifnull(s.operations, 0) = g.operations
      AND ifnull(s.bytes, 0) + 32 + ifnull(length(CAST(g.name AS BLOB)), 0) = g.bytes AS right
    FROM undo_groups AS g LEFT JOIN sizes AS s USING (document, number)),
  sides AS (
    SELECT d.key, d.id,
      count(*) FILTER (WHERE g.number <= d.head) AS undo_groups,
      ifnull(sum(g.bytes) FILTER (WHERE g.number <= d.head), 0) AS undo_bytes,
      count(*) FILTER (WHERE g.number > d.head AND g.number IS NOT d.open_group) AS redo_groups,
      ifnull(sum(g.bytes) FILTER (WHERE g.number > d.head AND g.number IS NOT d.open_group), 0)
        AS redo_bytes,
      max(g.number) AS last, min(g.right) AS right
    FROM documents AS d LEFT JOIN groups AS g ON g.document = d.key GROUP BY d.key)
  SELECT d.id FROM documents AS d JOIN sides AS s ON s.key = d.key
  WHERE s.right = 0 OR s.last > d.last_group
    OR (s.undo_groups, s.undo_bytes, s.redo_groups, s.redo_bytes)
      IS NOT (d.undo_groups, d.undo_bytes, d.redo_groups, d.redo_bytes)
  """

/// Rows of histories without a document or a group, and open groups that are not open.
let rowsThatBelongToNothing: StaticString = """
  SELECT 'field' FROM fields WHERE document NOT IN (SELECT key FROM documents)
  UNION ALL SELECT 'group' FROM undo_groups WHERE document NOT IN (SELECT key FROM documents)
  UNION ALL SELECT 'operation' FROM undo_operations AS o WHERE NOT EXISTS
    (SELECT 1 FROM undo_groups AS g WHERE g.document = o.document AND g.number = o.number)
  UNION ALL SELECT 'open group' FROM documents AS d LEFT JOIN open_groups AS o
    ON o.document = d.key WHERE o.number IS NOT d.open_group
  UNION ALL SELECT 'owner' FROM open_groups WHERE document NOT IN (SELECT key FROM documents)
  """
