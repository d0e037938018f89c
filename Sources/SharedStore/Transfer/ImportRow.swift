import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// One row of `imports`: it shows or hides all documents that an import has made.
struct ImportRow {
  let job: Int64
  /// The revision that showed the documents; `nil` while nobody sees them.
  var revision: Revision?
  /// How many documents name the import.
  var documents: Int64
  /// How many of them were changed or deleted on their own.
  var touched: Int64

  /// An import that has made nothing yet.
  init(job: Int64) {
    (self.job, documents, touched) = (job, 0, 0)
  }

  /// Reads the columns `job, revision, documents, touched, checksum`.
  /// - Throws: `damaged` for a row that is not as it was written.
  init(_ row: inout Columns) throws(StoreError) {
    job = row.integer()
    revision = try row.optionalInteger().map { number throws(StoreError) in
      guard let revision = Revision(rawValue: number) else { throw StoreError.damagedRow }
      return revision
    }
    (documents, touched) = (Int64(try row.count()), Int64(try row.count()))
    guard row.integer() == checksum else { throw .damagedImport }
  }

  private var checksum: Int64 {
    var checksum = Checksum()
    checksum.add(job)
    checksum.add(revision?.rawValue)
    checksum.add(documents)
    checksum.add(touched)
    return checksum.value
  }

  static func find(_ job: Int64, _ database: Database) throws(StoreError) -> ImportRow? {
    try database.row(
      "SELECT job, revision, documents, touched, checksum FROM imports WHERE job = ?1", job
    ) { row throws(StoreError) in try ImportRow(&row) }
  }

  func save(_ database: Database) throws(StoreError) {
    try database.run(
      """
      INSERT INTO imports (job, revision, documents, touched, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (job) DO UPDATE SET revision = excluded.revision,
        documents = excluded.documents, touched = excluded.touched, checksum = excluded.checksum
      """, job, revision?.rawValue, documents, touched, checksum)
  }
}

/// What a transaction has made for imports, to be added to their rows once, at its end.
struct ImportedDocuments {
  private var documents: [Int64: Int64] = [:]
  private var counts: [Int64: [Kind: Int64]] = [:]

  /// An import has a row, whatever it has made.
  mutating func add(_ job: Int64) {
    documents[job, default: 0] += 0
  }

  /// A document was made that nobody sees yet.
  mutating func add(_ fields: [FieldName: FieldValue], by job: Int64, _ rules: [CountedKind]) {
    documents[job, default: 0] += 1
    for rule in rules where fields[rule.field] == rule.value {
      counts[job, default: [:]][rule.kind, default: 0] += 1
    }
  }

  /// Writes it down; nothing is left.
  mutating func write(_ database: Database) throws(StoreError) {
    for (job, number) in documents {
      var row = try ImportRow.find(job, database) ?? ImportRow(job: job)
      row.documents += number
      try row.save(database)
    }
    for (job, kinds) in counts {
      for (kind, number) in kinds {
        try database.run(
          """
          INSERT INTO import_counts (job, kind, number) VALUES (?1, ?2, ?3)
          ON CONFLICT (job, kind) DO UPDATE SET number = number + excluded.number
          """, job, kind, number)
      }
    }
    (documents, counts) = ([:], [:])
  }
}

extension Transaction {
  /// A document is changed on its own from now on: its revision stands in its own row, which is
  /// still to be written, and no longer in that of its import.
  func detach(_ row: inout DocumentRow) throws(StoreError) {
    guard row.isAsImported else { return }
    row.isAsImported = false
    try changeImport(of: row) { $0.touched += 1 }
  }

  /// A document is deleted.
  func noteDeletion(of row: DocumentRow) throws(StoreError) {
    guard row.importJob != nil else { return }
    try changeImport(of: row) { made in
      made.documents -= 1
      if row.isAsImported { made.touched += 1 }
    }
  }

  private func changeImport(
    of row: DocumentRow, _ change: (inout ImportRow) -> Void
  ) throws(StoreError) {
    guard let job = row.importJob, var made = try ImportRow.find(job, database) else {
      throw .damagedImport
    }
    change(&made)
    guard made.documents >= 0 else { throw .damagedImport }
    try made.save(database)
  }

  /// A rule was defined: finds what it counts among the unchanged documents of each import, so that
  /// to show an import, or to take it back, needs no scan.
  func countImported(by rule: CountedKind) throws(StoreError) {
    try database.run("DELETE FROM import_counts WHERE kind = ?1", rule.kind)
    var counts: [Int64: Int64] = [:]
    try database.forEachRow(
      """
      SELECT d.import, f.value FROM fields AS f JOIN documents AS d ON d.key = f.document
      WHERE f.name = ?1 AND f.value IS ?2 AND typeof(f.value) = typeof(?2)
        AND d.revision IS NULL
      """, rule.field, rule.value
    ) { row throws(StoreError) in
      let job = row.integer()
      if try row.fieldValue() == rule.value { counts[job, default: 0] += 1 }
    }
    for (job, number) in counts {
      try database.run(
        "INSERT INTO import_counts (job, kind, number) VALUES (?1, ?2, ?3)", job, rule.kind, number)
    }
  }
}

extension StoreError {
  static let damagedImport = StoreError(
    .damaged, "The row of an import is not as it was written.", hint: StoreError.damagedRow.advice)
}
