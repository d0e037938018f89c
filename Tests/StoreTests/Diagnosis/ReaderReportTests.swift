import Foundation
import SharedStore
import SharedStoreModel
import Synchronization
import TestSupport
import Testing

@testable import SharedStoreReader

@Suite struct ReaderReportTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
    try store.writer().publish(CountSnapshot(count: 3, title: "Milk"), kind: "todo")
  }

  private var reports: ReaderReports { get throws { ReaderReports(try store.paths) } }

  private func report(
    _ name: ReaderName, kind: Kind = "todo", options: StoreReader.Options = .init()
  ) {
    let reader = StoreReader(store.location, options: options)
    let reading = reader.readStored(kind)
    let timeline = SnapshotTimeline(now: .now, reading: reading)
    reader.report(timeline, of: reading, kind: kind, as: name)
  }

  @Test func aReportSaysWhatWasReadAndWhichEntriesAreShownAndNoContent() throws {
    let program = WriterIdentity(program: "Widget", version: "2.1")
    report("widget", options: .init(program: program))
    let found = try #require(try reports.all().first)
    let report = try #require(found.report)
    let token = try store.reader().token()
    #expect(found.name == "widget" && report.kind == "todo" && report.outcome == "value")
    #expect(report.storeUUID == token.storeID && report.incarnation == token.incarnation)
    #expect(report.revision == token.revision && report.storeRevision == token.revision)
    #expect(report.entries.count == 2 && report.refreshAt == report.entries.last)
    #expect(report.program == "Widget" && report.version == "2.1")
    let text = try String(contentsOfFile: reports.directory + "/widget.json", encoding: .utf8)
    #expect(!text.contains("Milk"))
    #expect(try store.directory.tree().filter { $0.contains("readers/") }.count == 1)
  }

  @Test func aReasonIsReportedLikeAValue() throws {
    report("widget", kind: "nothing")
    let report = try #require(try reports.all().first?.report)
    #expect(report.reason == .notFound && report.revision == nil && report.entries.count == 1)
  }

  @Test func theFolderAndTheFileAreTheOwnersAloneWhateverTheMask() throws {
    let mask = umask(0)
    defer { umask(mask) }
    report("widget")
    let manager = FileManager.default
    for (path, mode) in [("", 0o700), ("/widget.json", 0o600)] {
      let found = try manager.attributesOfItem(atPath: reports.directory + path)
      #expect(found[.posixPermissions] as? Int == mode)
    }
  }

  @Test func aReportThatCannotBeWrittenIsAnEventAndNoFailedRead() throws {
    let paths = try store.paths
    try Data().write(to: URL(filePath: paths.directory + "/readers"))
    let events = Mutex<[StoreEvent]>([])
    let log: @Sendable (StoreEvent) -> Void = { event in events.withLock { $0.append(event) } }
    report("widget", options: .init(log: log))
    #expect(events.withLock { $0.last } == .reportFailed(.failed))
    #expect(store.reader().readCount("todo").snapshot != nil)
    #expect(try reports.all().isEmpty)
  }

  @Test func aLinkInTheFoldersPlaceIsNeitherFollowedNorBelieved() throws {
    let elsewhere = try store.directory.makeDirectory("elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: store.paths.directory + "/readers", withDestinationPath: elsewhere)
    report("widget")
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }

  @Test func aFileThatIsNoPlainReportIsNamedAndNotBelieved() throws {
    report("widget")
    let folder = try reports.directory
    let manager = FileManager.default
    try manager.linkItem(atPath: folder + "/widget.json", toPath: folder + "/double.json")
    try #require(mkfifo(folder + "/pipe.json", 0o600) == 0)
    try manager.createSymbolicLink(
      atPath: folder + "/link.json", withDestinationPath: "/dev/zero")
    try Data("{".utf8).write(to: URL(filePath: folder + "/half.json"))
    let entries = try reports.all()
    #expect(entries.map(\.name.text) == ["double", "half", "link", "pipe", "widget"])
    #expect(entries.allSatisfy { $0.report == nil })
    // A report replaces what has its name, and follows nothing.
    report("link")
    #expect(try reports.all().first { $0.name == "link" }?.report != nil)
  }

  @Test func reportsThatWereNotRenewedForThirtyDaysLeaveWithTheNextReport() throws {
    report("old")
    report("new")
    let (old, new) = (try reports.directory + "/old.json", try reports.directory + "/new.json")
    let manager = FileManager.default
    let days = { (count: Double) in Date.now.addingTimeInterval(-count * 86_400) }
    try manager.setAttributes([.modificationDate: days(31)], ofItemAtPath: old)
    try manager.setAttributes([.modificationDate: days(29)], ofItemAtPath: new)
    report("newest")
    #expect(try reports.all().map(\.name.text) == ["new", "newest"])
  }

  @Test func noMoreThan64ReportsStay() throws {
    for number in 0..<66 { report(try #require(ReaderName("reader\(number)"))) }
    #expect(try reports.all().count == 64)
    #expect(try reports.all().contains { $0.name == "reader65" })
  }
}
