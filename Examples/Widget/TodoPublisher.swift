public import SharedStore

#if canImport(WidgetKit)
  import WidgetKit
#else
  import WidgetStandIn
#endif

/// The app's side: it writes, and asks for new timelines of what has changed.
public struct TodoPublisher: Sendable {
  private let store: StoreWriter

  /// Takes the app's writer.
  public init(_ store: StoreWriter) {
    self.store = store
  }

  /// Publishes the list.
  /// - Returns: The revision, which the widget's `revisionText` should soon show.
  /// - Throws: Why nothing was written; the widget then rightly shows what it did.
  public func publish(_ todo: Todo) async throws -> Revision {
    let receipt = try await store.publish(todo)
    // The receipt names the kinds that changed: none after an equal value, and more than this one
    // where counts follow documents. Widgets bear the names of kinds.
    for kind in receipt.reloadKinds {
      WidgetCenter.shared.reloadTimelines(ofKind: kind.text)
    }
    return receipt.revision
  }
}
