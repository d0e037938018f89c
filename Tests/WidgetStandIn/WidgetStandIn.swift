public import Foundation

// A stand-in, not WidgetKit: the names of it that Examples/Widget uses, as Apple's documentation
// declares them, so that the example is compiled and run where WidgetKit is not. It displays nothing.

/// A date and what is shown from then on.
public protocol TimelineEntry {
  var date: Date { get }
}

/// What the system tells a provider.
public struct TimelineProviderContext: Sendable {
  /// Whether the widget is shown in a gallery.
  public let isPreview: Bool

  /// Creates a context.
  public init(isPreview: Bool) { self.isPreview = isPreview }
}

/// When the system may ask again.
public struct TimelineReloadPolicy: Equatable, Sendable {
  private enum Kind: Equatable, Sendable { case atEnd, never, after(Date) }
  private let kind: Kind

  /// After the last entry.
  public static let atEnd = TimelineReloadPolicy(kind: .atEnd)
  /// When the app asks.
  public static let never = TimelineReloadPolicy(kind: .never)
  /// From a date on.
  public static func after(_ date: Date) -> TimelineReloadPolicy {
    TimelineReloadPolicy(kind: .after(date))
  }
}

/// Entries, and when to ask again.
public struct Timeline<Entry: TimelineEntry> {
  /// What is shown, in order.
  public let entries: [Entry]
  /// When the system may ask again.
  public let policy: TimelineReloadPolicy

  /// Creates a timeline.
  public init(entries: [Entry], policy: TimelineReloadPolicy) {
    (self.entries, self.policy) = (entries, policy)
  }
}

/// What a widget gets its entries from.
public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  func placeholder(in context: Context) -> Entry
  func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void)
  func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void)
}

/// Whom the app asks to have timelines built anew.
public final class WidgetCenter: Sendable {
  /// The one that apps use.
  public static let shared = WidgetCenter()

  /// Called instead of the system.
  @TaskLocal public static var reloaded: @Sendable (String) -> Void = { _ in }

  /// Asks for new timelines of a kind of widget.
  public func reloadTimelines(ofKind kind: String) { WidgetCenter.reloaded(kind) }
}
