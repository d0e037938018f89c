import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// Another line of revisions in a store, because what stands in its place is not, or not only, what
/// the line before it left there.
///
/// If the original goes on as well, the two can be told apart from here on. A wrong guess costs no
/// more than that.
struct Incarnation {
  let database: Database
  let paths: StorePaths
  let writer: WriterIdentity
  /// The file as an opening writer found it.
  let file: FileStatus
  private let notice: Notice?

  init(_ database: Database, _ paths: StorePaths, _ file: FileStatus, _ writer: WriterIdentity) {
    (self.database, self.paths, self.file, self.writer) = (database, paths, file, writer)
    var reader = NoticeReader(paths.notice)
    notice = reader.read()
  }

  /// Begins one if the file is another than the store was last written in, or not as it was then: a
  /// copy, a backup that was put in place, a moved container, a lost log.
  /// - Parameter always: Begins one in any case.
  /// - Throws: `damaged` when commits are missing and the rest does not hold together, `busy` when
  ///   they are and a reader keeps the log from being settled.
  func begin(always: Bool) throws(StoreError) {
    let (identity, token) = try database.reading { () throws(StoreError) in
      (try StoreIdentity.read(database), try StoreHead.read(database, seen: nil) {}.token)
    }
    let isOther = identity.fileInode != inode || isOfAnotherLine(token)
    let isBelow = notice?.isAbove(token) == true
    guard always || isOther || isBelow else { return }
    if isBelow { try checkWhatIsLeft() }
    // What is in the log belongs to the line that ends here. After a migration it is this process's
    // own, and a reader that holds it back is no reason to keep the line.
    let copied = try database.copyLog(.emptying)
    guard always || copied.frames == copied.copied else {
      // Below the notice nothing may be written: it would give out a revision a second time. Else
      // the next writer that opens the store does it.
      if isBelow { throw .unsettled }
      return
    }
    try commit(after: token)
    try database.copyLog(.emptying)
  }

  private var inode: Int64 { Int64(bitPattern: file.identity.inode) }

  private func isOfAnotherLine(_ token: StoreToken) -> Bool {
    guard let notice, notice.isAbout(token) else { return false }
    return notice.incarnation != RandomID(token.incarnation)
  }

  /// A log that is lost after a part of it was copied leaves a file that was never whole.
  private func checkWhatIsLeft() throws(StoreError) {
    let check = try database.reading { () throws(StoreError) in
      try StoreCheck.run(database, paths, full: true)
    }
    guard check.isSound else {
      throw StoreError(
        .damaged, "The store has lost commits, and what is left does not hold together.",
        hint: .moveAside(then: "restore a backup."),
        storeRevision: check.token?.revision)
    }
  }

  private func commit(after token: StoreToken) throws(StoreError) {
    let last = notice.flatMap { $0.isAbout(token) ? $0.revision : nil } ?? .zero
    guard let revision = max(token.revision, last).successor else { return }
    let incarnation = Transaction.newID()
    do {
      try database.writing(begun: { StoreError($0) }) {
        try database.run(
          "UPDATE store SET incarnation = ?1, file_inode = ?2 WHERE id = 1", incarnation, inode)
        try writer.insert(database)
        try ChangeRow(
          revision: revision, position: 0, subject: .store, name: "incarnation", action: .changed,
          committedAt: .now, writer: writer.key
        ).insert(database)
        try database.noteNewLog()
        return ((), commit: true)
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.failed, "A new line of revisions could not be begun.")
    }
    FaultPoint.incarnationBegun.reach()
    var file = NoticeFile(paths)
    // Without it the next writer that opens the store begins another line, and nothing is lost.
    try? file.announce(
      StoreToken(storeID: token.storeID, incarnation: incarnation, revision: revision))
  }
}

extension StoreError {
  fileprivate static let unsettled = StoreError(
    .busy, "The store has lost commits, and a reader keeps that from being settled.",
    hint: "Try again when no program is reading the store.")
}
