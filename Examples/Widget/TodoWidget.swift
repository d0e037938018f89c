public import Foundation
public import SharedStoreReader

#if canImport(WidgetKit)
  public import WidgetKit
#else
  public import WidgetStandIn
#endif

/// What the app publishes and the widget shows; both targets compile this type.
public struct Todo: SnapshotPayload {
  public static let kind: Kind = "todo"
  public static let format = 1
  public var open: Int
  public var title: String

  public init(open: Int, title: String) {
    (self.open, self.title) = (open, title)
  }
}

/// An entry of the widget: the record with its revision, or the default with its reason.
public struct TodoEntry: TimelineEntry {
  public let date: Date
  public let state: SnapshotEntry<Todo>.State

  public init(_ entry: SnapshotEntry<Todo>) {
    (date, state) = (entry.date.date, entry.state)
  }

  /// For `widget.accessibilityLabel`, a corner of the view in test builds, or a log: the one number
  /// that `extension diagnose` cannot see.
  public var revisionText: String {
    switch state {
    case .value(let snapshot): "revision \(snapshot.revision)"
    case .unavailable(let reason): reason.word
    }
  }
}

/// The provider of the widget: it reads, computes, reports, and never writes a record.
public struct TodoProvider: TimelineProvider {
  private let reader: StoreReader

  /// Creates a provider for the app group that the bundle's Info.plist names, as the app's does:
  /// one build setting, `APP_GROUP`, fills in both and the entitlements.
  public init(
    bundle: Bundle = .main, log: @escaping @Sendable (StoreEvent) -> Void = { print($0) }
  ) {
    let appGroup = bundle.object(forInfoDictionaryKey: "SharedStoreAppGroup") as? String
    // Without one the reading says `configuration`, and the widget shows its default.
    self.init(.appGroup(appGroup ?? ""), log: log)
  }

  /// Creates a provider for a location.
  public init(_ location: StoreLocation, log: @escaping @Sendable (StoreEvent) -> Void) {
    // Events carry revisions, codes and durations, so that a log of them has no content.
    reader = StoreReader(
      location,
      options: StoreReader.Options(
        log: log, program: WriterIdentity(program: "TodoWidget", version: "1.0")))
  }

  /// What is shown before anything was read: it reads nothing and invents no number.
  public func placeholder(in context: TimelineProviderContext) -> TodoEntry {
    let none = StoreError(.notFound, "Nothing was read yet.")
    return entry(of: .unavailable(none))
  }

  /// What is shown at once, or in the gallery.
  public func getSnapshot(
    in context: TimelineProviderContext, completion: @escaping (TodoEntry) -> Void
  ) {
    completion(context.isPreview ? placeholder(in: context) : entry(of: reader.read(Todo.self)))
  }

  /// What is shown from now on.
  public func getTimeline(
    in context: TimelineProviderContext,
    completion: @escaping (Timeline<TodoEntry>) -> Void
  ) {
    let reading = reader.read(Todo.self)
    let timeline = SnapshotTimeline(now: .now, reading: reading)
    reader.report(timeline, of: reading, kind: Todo.kind, as: "todo-widget")
    completion(
      Timeline(entries: timeline.entries.map { TodoEntry($0) }, policy: policy(timeline.policy)))
  }

  private func entry(of reading: Reading<Todo>) -> TodoEntry {
    let timeline = SnapshotTimeline(now: .now, reading: reading)
    return TodoEntry(timeline.entries[0])
  }

  private func policy(_ policy: RefreshPolicy) -> TimelineReloadPolicy {
    switch policy {
    case .atEnd: .atEnd
    case .after(let date): .after(date.date)
    case .never: .never
    }
  }
}
