import CSharedStoreSQLite
import Synchronization

/// Ends the statement that a connection is running, from another thread: the one thing that SQLite
/// allows there (https://www.sqlite.org/c3ref/interrupt.html).
package final class ConnectionInterrupter: Sendable {
  private let address: Mutex<UInt?>

  init(_ pointer: OpaquePointer) {
    address = Mutex(UInt(bitPattern: pointer))
  }

  /// Ends what runs now; nothing when nothing runs, or the connection is closed.
  package func interrupt() {
    address.withLock { address in
      if let address, let pointer = OpaquePointer(bitPattern: address) {
        sqlite3_interrupt(pointer)
      }
    }
  }

  /// The connection is about to be closed.
  func invalidate() {
    address.withLock { $0 = nil }
  }
}
