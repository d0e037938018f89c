#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The `errno` value.
  package let number: Int32
  /// The call's name.
  package let operation: String

  package init(number: Int32, operation: String) {
    self.number = number
    self.operation = operation
  }

  /// The error of the call that has just failed.
  static func last(_ operation: String) -> SystemError {
    SystemError(number: errno, operation: operation)
  }

  /// Runs a call that returns a negative number on failure, again when a signal interrupts it.
  package static func check(
    _ operation: String, _ call: () -> Int32
  ) throws(SystemError) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .last(operation) }
    }
  }

  package var isExisting: Bool { number == EEXIST }
  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  package var isPermission: Bool { number == EACCES || number == EPERM || number == EROFS }
  package var isFull: Bool { number == ENOSPC || number == EDQUOT }
  /// The process or the machine has no descriptor or memory left; later there may be one.
  package var isExhausted: Bool { number == EMFILE || number == ENFILE || number == ENOMEM }
  /// A name, or the whole path, is too long.
  package var isTooLong: Bool { number == ENAMETOOLONG }
  /// Links go round in circles, or stand where none may.
  package var isLoop: Bool { number == ELOOP }
  /// A directory was expected and something else is there.
  package var isNotDirectory: Bool { number == ENOTDIR }
  /// What stands at the path is of a sort that cannot be opened so: a directory, a FIFO, a socket.
  package var isOtherSort: Bool { number == EISDIR || number == ENXIO || number == ELOOP }

  /// What stands at the path is not a regular file of one name.
  package static let notPlain = SystemError(number: ELOOP, operation: "open")
  /// What stands at the path belongs to somebody else, or somebody else may write it.
  package static let notOurs = SystemError(number: EPERM, operation: "open")
  /// What stands at the path is not a directory.
  package static let notADirectory = SystemError(number: ENOTDIR, operation: "open")
  /// A path that the system found is no UTF-8.
  package static let notText = SystemError(number: EILSEQ, operation: "realpath")
  /// The path is longer than any system call would take.
  package static let tooLong = SystemError(number: ENAMETOOLONG, operation: "open")

  /// The system's words for it.
  package var text: String { String(cString: strerror(number)) }
}
