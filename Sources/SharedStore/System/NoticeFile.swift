import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The hint to other processes that something may have changed: eight bytes with the store
/// revision, written after COMMIT (contract N3).
///
/// It carries nothing else, and nothing depends on it but how soon a watcher looks.
struct NoticeFile: ~Copyable {
  private let path: String
  private var descriptor: Int32 = -1

  init(_ path: String) {
    self.path = path
  }

  deinit {
    if descriptor >= 0 { closeFile(descriptor) }
  }

  /// Writes the number.
  ///
  /// A failure is the caller's to report and nobody's to suffer.
  /// - Throws: The system call's error.
  mutating func announce(_ revision: Revision) throws(SystemError) {
    if descriptor < 0 { try open() }
    let number = revision.rawValue.littleEndian
    let written = withUnsafeBytes(of: number) { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard written == 8 else { throw SystemError(number: errno, operation: "pwrite") }
  }

  /// Forgets the file, so that the next number goes to the one at the path.
  mutating func close() {
    if descriptor >= 0 { closeFile(descriptor) }
    descriptor = -1
  }

  private mutating func open() throws(SystemError) {
    let opened = try Descriptor.open(
      path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    descriptor = opened
    let file = try FileStatus(descriptor: opened)
    guard file.isRegular, file.links == 1 else {
      close()
      throw SystemError(number: ELOOP, operation: "open")
    }
  }
}
