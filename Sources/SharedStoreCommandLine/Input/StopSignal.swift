package import SharedStoreModel
import SharedStoreSystem

/// The wish of somebody outside that the command stop, for a thread that waits for it.
///
/// The first signal is told, the second one ends the process at once with status 130: somebody
/// does not want to wait any longer.
package struct StopSignal: ~Copyable, Sendable {
  private let pipe: Pipe

  /// From now on signals are counted instead of ending the process.
  /// - Throws: `failed` when the system has no pipe left.
  package init() throws(StoreError) {
    do throws(SystemError) {
      pipe = try Pipe.open()
    } catch {
      throw StoreError(.failed, "A pipe cannot be opened: \(error.text).")
    }
    Signals.count(waking: pipe)
  }

  /// Readable once one has come, for a wait that is for more.
  var source: InputSource { pipe.source }

  /// Whether one has come.
  package static var hasArrived: Bool { Signals.hasArrived }

  deinit {
    Signals.ignore()
  }

  /// Waits.
  /// - Parameter milliseconds: How long; `nil` for ever.
  /// - Returns: Whether a signal came.
  package borrowing func wait(milliseconds: Int64?) -> Bool {
    if Signals.hasArrived { return true }
    _ = try? InputSource.wait(for: [pipe.source], milliseconds: milliseconds)
    return Signals.hasArrived
  }

  /// Ends a wait, now or later, without a signal.
  package borrowing func wake() {
    pipe.signal()
  }
}
