public import SharedStoreModel
public import SharedStoreReader
import SharedStoreSQLite

extension WriteTransaction {
  /// Keeps a kind's snapshot equal to the number of documents with a value in a field, from now on
  /// and in the same transactions that change them (contract U10).
  /// - Throws: `badInput` for a value that cannot be stored.
  @discardableResult
  public mutating func defineCount(_ rule: CountedKind) throws(StoreError) -> Published {
    guard !rule.value.isNaN else { throw .notANumber }
    // What this transaction has moved so far belongs to the rules as they were.
    try publishCounts()
    let title = (try? currentCount(of: rule.kind))?.title
    let count = try StoreError.mapping("count the documents") { () throws(SQLiteError) in
      let upsert = try core.connection.statement(
        """
        INSERT INTO counted_kinds (kind, field, value) VALUES (?1, ?2, ?3)
        ON CONFLICT (kind) DO UPDATE SET field = excluded.field, value = excluded.value
        """)
      try upsert.bind(rule.kind.text, at: 1)
      try upsert.bind(rule.field.text, at: 2)
      try upsert.bind(rule.value, at: 3)
      try upsert.run()
      return try rule.count(core.connection)
    }
    counts.setRules(try readRules())
    noteChange(.store, rule.kind.text)
    return try publishCounted(CountSnapshot(count: count, title: title), rule.kind)
  }

  /// Leaves a kind's snapshot as it stands from now on.
  /// - Throws: `notFound` when the kind has no rule.
  public mutating func undefineCount(_ kind: Kind) throws(StoreError) {
    guard try rules().contains(where: { $0.kind == kind }) else {
      throw StoreError(.notFound, "That kind is not counted by a rule.")
    }
    try publishCounts()
    try StoreError.mapping("remove the rule") { () throws(SQLiteError) in
      let delete = try core.connection.statement("DELETE FROM counted_kinds WHERE kind = ?1")
      try delete.bind(kind.text, at: 1)
      try delete.run()
    }
    counts.setRules(try readRules())
    noteChange(.store, kind.text)
  }

  /// The rules, read once a transaction.
  mutating func rules() throws(StoreError) -> [CountedKind] {
    if let rules = counts.rules { return rules }
    let rules = try readRules()
    counts.setRules(rules)
    return rules
  }

  private func readRules() throws(StoreError) -> [CountedKind] {
    try StoreError.mapping("read the counted kinds") { () throws(SQLiteError) in
      try CountedKind.all(core.connection)
    }
  }

  /// Publishes the counts that this transaction has moved.
  mutating func publishCounts() throws(StoreError) {
    for (kind, difference) in counts.take() {
      guard let rule = try rules().first(where: { $0.kind == kind }) else { continue }
      try publishCounted(try moved(rule, by: difference), kind)
    }
  }

  private mutating func moved(
    _ rule: CountedKind, by difference: Int64
  ) throws(StoreError) -> CountSnapshot {
    do throws(StoreError) {
      if let current = try currentCount(of: rule.kind) {
        return CountSnapshot(count: current.count + difference, title: current.title)
      }
    } catch  where error.code == .damaged || error.code == .unsupportedFormat {
      // A record that cannot be read must not stop documents from being edited: count anew.
    }
    let count = try StoreError.mapping("count the documents") { () throws(SQLiteError) in
      try rule.count(core.connection)
    }
    return CountSnapshot(count: count)
  }

  @discardableResult
  private mutating func publishCounted(
    _ count: CountSnapshot, _ kind: Kind
  ) throws(StoreError) -> Published {
    try publishUnguarded(PayloadCoding.stored(count), kind: kind, ifRevision: nil)
  }
}

extension CountedKind {
  /// How many documents the rule fits, by a scan.
  func count(_ connection: borrowing Connection) throws(SQLiteError) -> Int64 {
    // SQLite compares 1 and 1.0 as equal; the storage class tells them apart.
    let row = try connection.statement(
      """
      SELECT f.value FROM fields AS f JOIN documents AS d ON d.key = f.document
      WHERE f.name = ?1 AND f.value IS ?2 AND typeof(f.value) = typeof(?2)
        AND d.staged_by IS NULL
      """)
    try row.bind(field.text, at: 1)
    try row.bind(value, at: 2)
    var count: Int64 = 0
    while try row.step() { count += row.fieldValue(0) == value ? 1 : 0 }
    return count
  }
}

extension StoreError {
  static let notANumber = StoreError(.badInput, "NaN cannot be stored; nothing was changed.")

  static let countedByRule = StoreError(
    .usage, "The kind is counted by a rule and cannot be set by hand; nothing was changed.",
    hint: "Change the documents, or undefine the rule first.")
}
