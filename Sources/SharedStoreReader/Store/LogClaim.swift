import SharedStoreModel
import SharedStoreSQLite

/// What the row of `store` says about which log lies on which file.
///
/// A log belongs to a file if both say so. The row is the only one of its table, on page 2, and
/// each log begins with a copy of it; so it can be read twice in one transaction: from the file
/// alone and through the log. The rule by which the two must fit, and what it cannot tell, is in
/// Documentation/Format.md.
package struct LogClaim: Hashable, Sendable {
  /// The line of revisions.
  let incarnation: String
  /// The log's own random number.
  let logID: Int64
  /// The number of the checkpoint the log was begun after.
  let logBase: Int64
  /// The number of the checkpoint that is next.
  let checkpointID: Int64
  /// How many checkpoints there were.
  let mark: Int64
  /// The schema cookie when the log began, and when the last checkpoint was announced: what stands
  /// in the file's header is one of the two.
  let cookies: (base: Int64, last: Int64)

  package static func == (left: LogClaim, right: LogClaim) -> Bool {
    left.logID == right.logID && left.logBase == right.logBase
      && left.checkpointID == right.checkpointID && left.mark == right.mark
      && left.cookies == right.cookies && left.incarnation == right.incarnation
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(logID)
    hasher.combine(checkpointID)
  }

  /// Reads the columns `log_id, log_base, checkpoint_id, mark, base_cookie, cookie`.
  init(incarnation: String, _ row: inout Columns) {
    self.incarnation = incarnation
    (logID, logBase) = (row.integer(), row.integer())
    (checkpointID, mark) = (row.integer(), row.integer())
    cookies = (row.integer(), row.integer())
  }

  /// Verifies that the log of a database was written for its file, in the caller's transaction.
  /// - Throws: `replaced`.
  package static func verify(_ database: Database) throws(StoreError) {
    let claim = try database.row(
      """
      SELECT incarnation, log_id, log_base, checkpoint_id, mark, base_cookie, cookie
      FROM store WHERE id = 1
      """
    ) { row throws(StoreError) in LogClaim(incarnation: try row.requiredText(), &row) }
    guard let claim else { throw .noIdentity }
    guard claim.fits(database.connection) else { throw .foreignLog }
  }

  /// Whether this row, seen through the log, and the file fit.
  func fits(_ connection: Connection) -> Bool {
    guard let log = connection.logState(), log.frames > 0 else { return true }
    // A checkpoint may just be writing the page.
    for _ in 0..<3 where FileRow.read(connection)?.fits(self) == true { return true }
    return false
  }
}

/// The row as it is in the file alone.
private struct FileRow {
  var cookie: Int64
  var numbers: (logID: Int64, checkpointID: Int64, mark: Int64)

  func fits(_ log: LogClaim) -> Bool {
    guard cookie == log.cookies.base || cookie == log.cookies.last else { return false }
    if numbers.checkpointID == log.logBase { return true }
    return numbers.logID == log.logID
      && (numbers.mark < log.mark
        || numbers.mark == log.mark && numbers.checkpointID == log.checkpointID)
  }

  /// The size of a page of a store, and where the row's page begins.
  private static let pageSize = 4_096

  static func read(_ connection: Connection) -> FileRow? {
    connection.withFile(at: 0, count: 2 * pageSize) { bytes in
      guard bigEndian(bytes, at: 16, count: 2) == pageSize else { return nil }
      return FileRow(bytes)
    } ?? nil
  }

  /// Reads the header's cookie, and the one cell of page 2.
  ///
  /// https://www.sqlite.org/fileformat2.html#b_tree_pages: a leaf of a table has type 13, the number
  /// of its cells at 3, and its first cell's place at 8; a cell is the number of its bytes, the
  /// key, and a record, which begins with the types of its columns.
  private init?(_ bytes: UnsafeRawBufferPointer) {
    cookie = FileRow.bigEndian(bytes, at: 40, count: 4)
    let page = UnsafeRawBufferPointer(rebasing: bytes[FileRow.pageSize...])
    guard page[0] == 13, FileRow.bigEndian(page, at: 3, count: 2) == 1 else { return nil }
    var reader = VarintReader(bytes: page, offset: Int(FileRow.bigEndian(page, at: 8, count: 2)))
    guard reader.next() != nil, reader.next() == 1 else { return nil }
    let start = reader.offset
    guard let headerSize = reader.next(), headerSize < 64 else { return nil }
    // id, which is the key and has no bytes here; incarnation; then the numbers.
    guard reader.next() == 0, let text = reader.next(), text >= 13, text % 2 == 1 else {
      return nil
    }
    var place = start + headerSize + (text - 13) / 2
    var values: [Int64] = []
    for _ in 0..<4 {
      guard let type = reader.next(), let size = FileRow.size(ofInteger: type),
        place + size <= page.count
      else { return nil }
      values.append(type == 9 ? 1 : FileRow.signed(page, at: place, count: size))
      place += size
    }
    numbers = (values[0], values[2], values[3])
  }

  /// Bytes of an integer by its type in a record.
  private static func size(ofInteger type: Int) -> Int? {
    switch type {
    case 1...4: type
    case 5: 6
    case 6: 8
    case 8, 9: 0
    default: nil
    }
  }

  private static func bigEndian(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int
  ) -> Int64 {
    bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func signed(_ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int) -> Int64 {
    guard count > 0 else { return 0 }
    let first: Int64 = bytes[offset] & 0x80 == 0 ? 0 : -1
    return bytes[offset..<(offset + count)].reduce(first) { $0 << 8 | Int64($1) }
  }
}

/// Reads SQLite's integers of variable length.
///
/// https://www.sqlite.org/fileformat2.html#varint
private struct VarintReader {
  let bytes: UnsafeRawBufferPointer
  var offset: Int

  /// The next number; `nil` past the end, and for one that no row of ours has.
  mutating func next() -> Int? {
    var value = 0
    for _ in 0..<4 {
      guard bytes.indices.contains(offset) else { return nil }
      let byte = bytes[offset]
      offset += 1
      value = value << 7 | Int(byte & 0x7f)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
