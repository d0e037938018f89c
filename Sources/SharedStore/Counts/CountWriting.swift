public import SharedStoreModel
public import SharedStoreReader

extension WriteTransaction {
  /// Counts, in one transaction: set by hand, or kept equal to a number of documents.
  public struct Counts: ~Copyable {
    let transaction: Transaction

    /// Sets a kind's count, and keeps its title unless another is given.
    /// - Parameters:
    ///   - count: The number.
    ///   - kind: The series.
    ///   - title: What is counted, for display.
    ///   - ifRevision: The revision the record must have now; `Revision.zero`: there must be none.
    /// - Returns: What became of the record.
    /// - Throws: `stale`, `badInput`, `usage` for a kind that is counted by a rule.
    @discardableResult
    public func set(
      _ count: Int64, of kind: Kind, title: String? = nil, ifRevision: Revision? = nil
    ) throws(StoreError) -> Publication {
      let kept = title == nil ? try transaction.title(of: kind) : title
      return try snapshots.publish(
        PayloadCoding.stored(CountSnapshot(count: count, title: kept)), kind: kind,
        ifRevision: ifRevision)
    }

    /// Adds to a kind's count, which begins at 0, and keeps its title unless another is given.
    /// - Parameters:
    ///   - number: What is added; it may be negative.
    ///   - kind: The series.
    ///   - title: What is counted, for display.
    ///   - ifRevision: The revision the record must have now; `Revision.zero`: there must be none.
    /// - Returns: What became of the record, with the sum.
    /// - Throws: `unsupportedFormat` when the record is no count, `badInput` when the sum is no
    ///   64-bit number, `stale`, `usage` for a kind that is counted by a rule.
    @discardableResult
    public func add(
      _ number: Int64, to kind: Kind, title: String? = nil, ifRevision: Revision? = nil
    ) throws(StoreError) -> Publication {
      let current = try current(kind)
      let (sum, overflow) = (current?.count ?? 0).addingReportingOverflow(number)
      guard !overflow else {
        throw StoreError(.badInput, "The sum is beyond what a count can hold; nothing was changed.")
      }
      return try snapshots.publish(
        PayloadCoding.stored(CountSnapshot(count: sum, title: title ?? current?.title)),
        kind: kind, ifRevision: ifRevision)
    }

    /// The count a kind has now; `nil` when there is no record.
    /// - Throws: `unsupportedFormat` when the record is no count, `damaged`.
    public func current(_ kind: Kind) throws(StoreError) -> CountSnapshot? {
      try transaction.count(of: kind)
    }

    private var snapshots: Snapshots { Snapshots(transaction: transaction) }

    /// Keeps a kind's count equal to the number of documents with a value in a field, from now on
    /// and in the same transactions that change them.
    /// - Parameter rule: The rule; it takes the place of the kind's rule of before.
    /// - Returns: What became of the record.
    /// - Throws: `badInput` for a value that cannot be stored, and for more than 1 000 rules: each
    ///   edit looks at all of them.
    @discardableResult
    public func define(_ rule: CountedKind) throws(StoreError) -> Publication {
      guard !rule.value.isNaN else { throw .notANumber }
      let others = try transaction.rules().count { $0.kind != rule.kind }
      guard others < CountedKind.mostRules else { throw .tooManyRules(others + 1) }
      return try transaction.whole { () throws(StoreError) in try transaction.define(rule) }
    }

    /// Leaves a kind's count as it stands from now on.
    /// - Throws: `notFound` when the kind has no rule.
    public func undefine(_ kind: Kind) throws(StoreError) {
      guard try transaction.rules().contains(where: { $0.kind == kind }) else {
        throw StoreError(.notFound, "That kind is not counted by a rule.")
      }
      try transaction.whole { () throws(StoreError) in try transaction.undefine(kind) }
    }
  }
}

extension CountedKind {
  /// The most rules of a store.
  static let mostRules = 1_000
}

extension StoreError {
  fileprivate static func tooManyRules(_ count: Int) -> StoreError {
    StoreError(
      .badInput,
      "There would be too many counted kinds: \(count), limit \(CountedKind.mostRules); "
        + "nothing was changed.")
  }
}

extension Transaction {
  fileprivate func count(of kind: Kind) throws(StoreError) -> CountSnapshot? {
    try SnapshotRow.newest(of: kind, database).map { snapshot throws(StoreError) in
      try PayloadCoding.count(snapshot)
    }
  }

  /// The title to keep; a record that cannot be read, or is no count, has none.
  fileprivate func title(of kind: Kind) throws(StoreError) -> String? {
    do throws(StoreError) {
      return try count(of: kind)?.title
    } catch  where error.code == .unsupportedFormat || error.isDamagedRecord {
      return nil
    }
  }

  fileprivate func define(_ rule: CountedKind) throws(StoreError) -> WriteTransaction.Publication {
    // What this transaction has moved so far belongs to the rules as they were.
    try publishCounts()
    let title = try title(of: rule.kind)
    try database.run(
      """
      INSERT INTO counted_kinds (kind, field, value) VALUES (?1, ?2, ?3)
      ON CONFLICT (kind) DO UPDATE SET field = excluded.field, value = excluded.value
      """, rule.kind, rule.field, rule.value)
    try reloadRules()
    try countImported(by: rule)
    noteChange(.store, ChangeRow.ruleName(of: rule.kind))
    return try publish(CountSnapshot(count: rule.count(database), title: title), rule.kind)
  }

  fileprivate func undefine(_ kind: Kind) throws(StoreError) {
    try publishCounts()
    try database.run("DELETE FROM counted_kinds WHERE kind = ?1", kind)
    try database.run("DELETE FROM import_counts WHERE kind = ?1", kind)
    try reloadRules()
    noteChange(.store, ChangeRow.ruleName(of: kind))
  }

  /// Publishes the counts that this transaction has moved.
  func publishCounts() throws(StoreError) {
    let differences = takeCounts()
    // A record of another type that has come to stand there is no reason to refuse an edit.
    if takeRecount() {
      for rule in try rules() { try publish(counted(rule), rule.kind, replacingType: true) }
      return
    }
    for (kind, difference) in differences {
      guard let rule = try rules().first(where: { $0.kind == kind }) else { continue }
      try publish(moved(rule, by: difference), kind, replacingType: true)
    }
  }

  private func moved(
    _ rule: CountedKind, by difference: Int64
  ) throws(StoreError) -> CountSnapshot {
    do throws(StoreError) {
      if let current = try count(of: rule.kind) {
        let (count, overflow) = current.count.addingReportingOverflow(difference)
        if !overflow { return CountSnapshot(count: count, title: current.title) }
      }
    } catch  where error.isDamagedRecord || error.code == .unsupportedFormat {
      // A record that cannot be read must not stop documents from being edited: count anew.
    }
    return try counted(rule)
  }

  /// The count of a rule, found by a scan.
  private func counted(_ rule: CountedKind) throws(StoreError) -> CountSnapshot {
    CountSnapshot(count: try rule.count(database), title: try title(of: rule.kind))
  }

  @discardableResult
  private func publish(
    _ count: CountSnapshot, _ kind: Kind, replacingType: Bool = false
  ) throws(StoreError) -> WriteTransaction.Publication {
    try publish(PayloadCoding.stored(count), kind: kind, replacingType: replacingType)
  }
}

extension CountedKind {
  /// How many documents the rule fits, by a scan.
  func count(_ database: Database) throws(StoreError) -> Int64 {
    var count: Int64 = 0
    // SQLite compares 1 and 1.0 as equal; the storage class tells them apart.
    try database.forEachRow(
      """
      SELECT f.value FROM fields AS f JOIN documents AS d ON d.key = f.document
        LEFT JOIN imports AS i ON i.job = d.import
      WHERE f.name = ?1 AND f.value IS ?2 AND typeof(f.value) = typeof(?2)
        AND coalesce(d.revision, i.revision) IS NOT NULL
      """, field, value
    ) { row throws(StoreError) in count += try row.fieldValue() == value ? 1 : 0 }
    return count
  }
}

extension StoreError {
  /// Whether one record is damaged, and not the file: SQLite has nothing against it.
  var isDamagedRecord: Bool { code == .damaged && sqlite == nil }

  static let notANumber = StoreError(.badInput, "NaN cannot be stored; nothing was changed.")
  static let countedByRule = StoreError(
    .usage, "The kind is counted by a rule and cannot be set by hand; nothing was changed.",
    hint: "Change the documents, or undefine the rule first.")
}
