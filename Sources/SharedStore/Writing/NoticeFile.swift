import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem

/// The hint to other processes that something may have changed, and the store's high-water mark:
/// written after COMMIT, under the writer lock.
struct NoticeFile: ~Copyable {
  private let paths: StorePaths
  private var file: Descriptor?
  /// The line that was last announced: its ids are read from text once.
  private var line: (token: StoreToken, notice: Notice)?

  init(_ paths: StorePaths) {
    self.paths = paths
  }

  /// Writes where the store stands, in one call.
  ///
  /// A failure is the caller's to report and nobody's to suffer.
  /// - Throws: The system call's error.
  mutating func announce(_ token: StoreToken) throws(SystemError) {
    guard let notice = notice(token) else { return }
    let opened = if let file = file.take() { file } else { try Descriptor.plainFile(paths.notice) }
    try opened.write(notice.bytes, at: 0)
    file = consume opened
    FolderAnnouncement.post(paths.noticeTopic)
  }

  private mutating func notice(_ token: StoreToken) -> Notice? {
    if let line, line.token.storeID == token.storeID, line.token.incarnation == token.incarnation {
      return Notice(
        storeID: line.notice.storeID, incarnation: line.notice.incarnation, revision: token.revision
      )
    }
    line = Notice(token).map { (token, $0) }
    return line?.notice
  }

  /// Forgets the file, so that the next number goes to the one at the path.
  mutating func close() {
    file = nil
  }
}
