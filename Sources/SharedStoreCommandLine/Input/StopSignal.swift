package import SharedStoreModel
import SharedStoreSystem

/// Waits that a signal cuts short.
package struct StopSignal: ~Copyable {
  private let pipe: Pipe

  /// From now on signals are counted instead of ending the process.
  /// - Throws: `failed` when the system has no pipe left.
  package init() throws(StoreError) {
    do throws(SystemError) {
      pipe = try Pipe.open()
    } catch {
      throw StoreError(.failed, "A pipe cannot be opened: \(error.text).")
    }
    Signals.count(.ends, waking: pipe)
  }

  /// From now on signals are counted, without anybody who waits for them.
  package static func count() { Signals.count(.counts) }

  /// Whether one has come.
  package static var hasArrived: Bool { Signals.hasArrived }

  deinit {
    Signals.ignore()
  }

  /// Waits.
  /// - Parameter milliseconds: How long.
  /// - Returns: Whether a signal came.
  package borrowing func wait(milliseconds: Int64) -> Bool {
    if Signals.hasArrived { return true }
    _ = try? InputSource.wait(for: [pipe.source], milliseconds: milliseconds)
    return Signals.hasArrived
  }
}
