import SharedStoreModel
import SharedStoreSystem

/// The hint to other processes that something may have changed: eight bytes with the store
/// revision, written after COMMIT.
///
/// It carries nothing else, and nothing depends on it but how soon a watcher looks.
struct NoticeFile: ~Copyable {
  private let path: String
  private var file: Descriptor?

  init(_ path: String) {
    self.path = path
  }

  /// Writes the number.
  ///
  /// A failure is the caller's to report and nobody's to suffer.
  /// - Throws: The system call's error.
  mutating func announce(_ revision: Revision) throws(SystemError) {
    let opened = if let file = file.take() { file } else { try Descriptor.plainFile(path) }
    let bytes = withUnsafeBytes(of: revision.rawValue.littleEndian) { Array($0) }
    try opened.write(bytes, at: 0)
    file = consume opened
  }

  /// Forgets the file, so that the next number goes to the one at the path.
  mutating func close() {
    file = nil
  }
}
