import SharedStoreModel
import SharedStoreReader

/// What a transaction has changed so far, and the rows that say so.
struct ChangeLog {
  /// One thing, its name as SQLite sees it: in bytes.
  private struct Thing: Hashable {
    let subject: ChangeRow.Subject
    let name: String

    static func == (left: Thing, right: Thing) -> Bool {
      left.subject == right.subject && left.name.utf8.elementsEqual(right.name.utf8)
    }
  }

  private var places: [Thing: Int] = [:]
  private var entries: [(thing: Thing, action: ChangeRow.Action)] = []
  /// Things that are known by their number only.
  private var unnamed: [ChangeRow.Subject: Int] = [:]

  var count: Int { entries.count + unnamed.values.reduce(0, +) }

  /// Notes that very many things changed, whose names nobody has read.
  mutating func note(_ subject: ChangeRow.Subject, _ number: Int) {
    unnamed[subject, default: 0] += number
  }

  /// Notes what happened to a thing; the last that happens to it is what has become of it.
  mutating func note(_ subject: ChangeRow.Subject, _ name: String, _ action: ChangeRow.Action) {
    let thing = Thing(subject: subject, name: name)
    if let place = places[thing] {
      entries[place].action = action
    } else {
      places[thing] = entries.count
      entries.append((thing, action))
    }
  }

  /// More things of a subject than this are one row, which says that there are many.
  static let mostRows = 1_000
  /// How many revisions the log keeps, and how many leave at once: to delete one at each commit
  /// would cost a page each time.
  private static let keptRevisions: Int64 = 1_000
  private static let trimStep: Int64 = 16
  /// How many rows the log keeps, whatever revisions they are of.
  private static let keptRows = 20_000

  /// Writes the rows of a revision, and removes the oldest ones.
  /// - Parameters:
  ///   - revision: The revision.
  ///   - writer: The key of the program in `writers`.
  ///   - database: The store, in the transaction that makes the revision.
  /// - Throws: A failure of SQLite.
  func write(
    _ revision: Revision, writer: Int64, _ database: Database
  ) throws(StoreError) {
    let now = Timestamp.now
    var position = 0
    func insert(
      _ subject: ChangeRow.Subject, _ name: String, _ action: ChangeRow.Action, things: Int
    ) throws(StoreError) {
      let row = ChangeRow(
        revision: revision, position: position, subject: subject, name: name, things: things,
        action: action, committedAt: now, writer: writer)
      try row.insert(database)
      position += 1
    }
    let many = many()
    for (thing, action) in entries where many[thing.subject] == nil {
      try insert(thing.subject, thing.name, action, things: 1)
    }
    for (subject, things) in many.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try insert(subject, "*", .changed, things: things)
    }
    try trim(upTo: revision, rows: position, database)
  }

  /// The subjects of which very many things changed.
  private func many() -> [ChangeRow.Subject: Int] {
    guard count > ChangeLog.mostRows else { return [:] }
    return entries.reduce(into: unnamed) { counts, entry in
      counts[entry.thing.subject, default: 0] += 1
    }
    .filter { $0.value > ChangeLog.mostRows }
  }

  /// The newest revision always stays: it is where the store stands.
  private func trim(
    upTo newest: Revision, rows: Int, _ database: Database
  ) throws(StoreError) {
    if newest.rawValue % ChangeLog.trimStep == 0 {
      try database.run(
        "DELETE FROM changes WHERE revision <= ?1", newest.rawValue - ChangeLog.keptRevisions)
    }
    // As long as each revision has few rows, the number of revisions bounds that of rows too.
    guard rows >= ChangeLog.trimStep else { return }
    try database.run(
      """
      DELETE FROM changes WHERE revision < ?1 AND revision <= (SELECT revision FROM changes
        ORDER BY revision DESC, position DESC LIMIT 1 OFFSET ?2)
      """, newest, ChangeLog.keptRows)
  }
}

extension ChangeRow {
  /// Writes the row.
  func insert(_ database: Database) throws(StoreError) {
    try database.run(
      """
      INSERT INTO changes (revision, position, subject, name, things, action, committed_at, writer,
        checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, revision, position, subject.rawValue, name, things, action.rawValue, committedAt, writer,
      checksum)
  }
}

extension WriterIdentity {
  /// Writes the program's row, unless it is there.
  func insert(_ database: Database) throws(StoreError) {
    try database.run(
      "INSERT INTO writers (id, program, version) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO NOTHING",
      key, program, version)
  }
}
