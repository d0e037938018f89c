import SharedStore
import Synchronization

/// What several threads have noted, in the order in which they did.
final class Record<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func note(_ element: Element) { elements.withLock { $0.append(element) } }
}

extension Record<StoreEvent> {
  /// How many events a pattern fits.
  func count(_ fits: (StoreEvent) -> Bool) -> Int { all.filter(fits).count }
}
