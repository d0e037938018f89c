import Foundation
import SharedStore
import SharedStoreModel
import SharedStoreReader
import SharedStoreWidgetExample
import Synchronization
import Testing

#if !canImport(WidgetKit)
  import WidgetStandIn

  /// Examples/Widget, compiled against the stand-in and run.
  @Suite struct WidgetExampleTests {
    private let store: TestStore
    private let context = TimelineProviderContext(isPreview: false)

    init() throws {
      store = try TestStore()
    }

    private func provider(
      log: @escaping @Sendable (StoreEvent) -> Void = { _ in }
    ) -> TodoProvider {
      TodoProvider(store.location, log: log)
    }

    private func timeline(_ provider: TodoProvider) throws -> Timeline<TodoEntry> {
      var result: Timeline<TodoEntry>?
      provider.getTimeline(in: context) { result = $0 }
      return try #require(result)
    }

    @Test func theTimelineHasTheRevisionThatTheAppWroteAndIsReported() async throws {
      let publisher = TodoPublisher(try store.writer())
      let revision = try await publisher.publish(
        SharedStoreWidgetExample.Todo(open: 3, title: "Milk"))
      let events = Mutex<[StoreEvent]>([])
      let timeline = try timeline(provider { event in events.withLock { $0.append(event) } })
      #expect(
        timeline.entries.map(\.revisionText) == Array(repeating: "revision \(revision)", count: 2))
      #expect(timeline.policy == .atEnd)
      let dates = timeline.entries.map(\.date)
      #expect(dates[1].timeIntervalSince(dates[0]) == 900)
      let report = try #require(ReaderReports(try store.paths).all().first?.report)
      #expect(report.revision == revision && report.program == "TodoWidget")
      #expect(events.withLock { $0.map { "\($0)" }.joined() }.contains("Milk") == false)
      #expect(events.withLock { $0.count } == 1)
    }

    @Test func theKindsOfTheReceiptAreReloadedAndNoneForAnEqualValue() async throws {
      let publisher = TodoPublisher(try store.writer())
      let kinds = Mutex<[String]>([])
      try await WidgetCenter.$reloaded.withValue({ kind in kinds.withLock { $0.append(kind) } }) {
        _ = try await publisher.publish(SharedStoreWidgetExample.Todo(open: 3, title: "Milk"))
        _ = try await publisher.publish(SharedStoreWidgetExample.Todo(open: 3, title: "Milk"))
      }
      #expect(kinds.withLock { $0 } == ["todo"])
    }

    @Test func withoutARecordTheDefaultIsShownAndAskedForAgain() throws {
      let timeline = try timeline(provider())
      #expect(timeline.entries.map(\.revisionText) == ["not-found"])
      #expect(timeline.policy != .atEnd && timeline.policy != .never)
    }

    @Test func placeholderAndGalleryReadNothingAndInventNoNumber() throws {
      try store.writer().publish(SharedStoreWidgetExample.Todo(open: 3, title: "Milk"))
      var shown = [provider().placeholder(in: context).revisionText]
      let gallery = TimelineProviderContext(isPreview: true)
      provider().getSnapshot(in: gallery) { shown.append($0.revisionText) }
      provider().getSnapshot(in: context) { shown.append($0.revisionText) }
      #expect(shown == ["not-found", "not-found", "revision 1"])
    }

    @Test func anAppGroupThatIsNotConfiguredIsADefaultToo() throws {
      let provider = TodoProvider(bundle: .main) { _ in }
      #expect(try timeline(provider).entries.map(\.revisionText) == ["configuration"])
    }
  }
#endif
