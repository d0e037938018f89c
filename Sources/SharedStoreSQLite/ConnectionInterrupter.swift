import CSharedStoreSQLite
import Synchronization

/// Ends the statement that a connection is running, from another thread: the one thing that SQLite
/// allows there (https://www.sqlite.org/c3ref/interrupt.html).
package final class ConnectionInterrupter: Sendable {
  private let address: Mutex<(connection: UInt, deadline: UInt)?>

  init(_ pointer: OpaquePointer, _ deadline: UnsafeMutablePointer<Atomic<UInt64>>) {
    address = Mutex((UInt(bitPattern: pointer), UInt(bitPattern: deadline)))
  }

  /// Ends what runs now; nothing when nothing runs, or the connection is closed.
  package func interrupt() {
    address.withLock { address in
      if let address, let pointer = OpaquePointer(bitPattern: address.connection) {
        sqlite3_interrupt(pointer)
      }
    }
  }

  /// Ends what runs now within a few thousand steps, and so whatever begins at the same moment.
  ///
  /// No interrupt: SQLite forgets one that comes before a statement's first step, and keeps one for
  /// as long as any statement is open. The full-text index keeps one open until its transaction
  /// ends, which the interrupt would then keep it from doing.
  func stop() {
    address.withLock { address in
      guard let address,
        let deadline = UnsafeMutablePointer<Atomic<UInt64>>(bitPattern: address.deadline)
      else { return }
      deadline.pointee.store(1, ordering: .relaxed)
    }
  }

  /// The connection is about to be closed.
  func invalidate() {
    address.withLock { $0 = nil }
  }
}
