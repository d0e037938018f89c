import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that exists to be locked with `flock`: released by the kernel when the process ends,
/// however it ends.
struct LockFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private let identity: FileStatus.Identity

  /// Opens the file, or creates it again after somebody deleted it.
  /// - Throws: `configuration` for a link or anything else that is no plain file of one name,
  ///   `unreadable` without permission.
  static func open(_ path: String) throws(StoreError) -> LockFile {
    do throws(SystemError) {
      // O_NONBLOCK: a FIFO put in its place must not hang the open.
      let descriptor = try Descriptor.open(
        path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
      let file: FileStatus
      do throws(SystemError) {
        file = try FileStatus(descriptor: descriptor)
        guard file.isRegular, file.links <= 1 else {
          throw SystemError(number: ELOOP, operation: "open")
        }
      } catch {
        close(descriptor)
        throw error
      }
      return LockFile(descriptor: descriptor, path: path, identity: file.identity)
    } catch {
      throw LockFile.failure(error)
    }
  }

  private init(descriptor: Int32, path: String, identity: FileStatus.Identity) {
    self.descriptor = descriptor
    self.path = path
    self.identity = identity
  }

  deinit {
    close(descriptor)
  }

  /// Takes the lock if it is free now.
  borrowing func tryLock() -> Bool {
    while true {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      if errno != EINTR { return false }
    }
  }

  /// Gives the lock back.
  borrowing func unlock() {
    _ = flock(descriptor, LOCK_UN)
  }

  /// Whether the path still leads to this file: a lock on a deleted file keeps nobody out.
  borrowing func isCurrent() -> Bool {
    (try? FileStatus(path: path))?.identity == identity
  }

  private static func failure(_ error: SystemError) -> StoreError {
    if error.number == ELOOP || error.number == EISDIR || error.number == ENXIO {
      return StoreError(
        .configuration, "A lock file of the store is not a plain file of one name.",
        hint: "Remove what stands in the place of store.lock or store.turn.")
    }
    if error.isPermission { return .unwritableStore }
    if error.isFull { return StoreError(.full, "Cannot open the lock file: the disk is full.") }
    return StoreError(.failed, "A lock file of the store cannot be opened: \(error.text).")
  }
}

/// `close` by another name, since methods of that name shadow it.
func closeFile(_ descriptor: Int32) {
  close(descriptor)
}

extension StoreError {
  static let unwritableStore = StoreError(
    .unreadable, "The store cannot be written: no permission for its folder or its files.",
    hint: "Writers run as the user that owns the store.")
}
