import Foundation
import SharedStore
import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem
import TestSupport
import Testing

/// A store that stands below what was announced has lost commits: nobody is shown it as if it were
/// right until a writer has begun another line above both.
@Suite(.inTurns) struct HighWaterMarkTests {
  private let store: TestStore
  private let before: StoreToken

  init() throws {
    store = try TestStore()
    let writer = try store.writer()
    for number in 1...5 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo")
    }
    before = try store.reader().token()
  }

  private func announce(_ notice: Notice) throws {
    try Data(notice.bytes).write(to: URL(filePath: store.paths.notice))
  }

  @Test func aStoreBelowItsNoticeStaysRewoundUntilAWriterHasSettledIt() throws {
    let open = store.reader()
    _ = open.readCount("todo")
    try store.setRevision(4)
    for reader in [open, store.reader(), open, store.reader()] {
      let reading = reader.readCount("todo")
      #expect(reading.error?.code == .rewound && reading.storeRevision == Revision(4))
      #expect(try failure { _ = try reader.token() }.code == .rewound)
    }
    do { _ = try store.writer() }
    let after = try store.reader().token()
    #expect(after.revision == Revision(6) && after.incarnation != before.incarnation)
    // Whoever read the line before is told once.
    #expect(open.readCount("todo").error?.code == .rewound)
    #expect(open.readCount("todo").snapshot?.payload.count == 4)
    #expect(try StoreCheck.run(store.location, full: true).isSound)
    #expect(
      try store.writer().publish(CountSnapshot(count: 9), kind: "todo").revision.rawValue == 7)
  }

  @Test func whoAsksForItAsItIsIsShownIt() throws {
    try store.setRevision(4)
    let reader = StoreReader(store.location, options: .init(acceptsRewound: true))
    #expect(reader.readCount("todo").snapshot?.payload.count == 4)
    #expect(try store.reader().status().announcedRevision == Revision(5))
    let check = try StoreCheck.run(store.location)
    #expect(!check.isSound && check.findings.last?.faults == 1)
    // Nobody has settled anything by looking.
    #expect(try reader.token().incarnation == before.incarnation)
  }

  @Test func whatIsLeftIsCheckedBeforeItIsGoneOnWith() throws {
    try store.setRevision(4)
    try store.edit("UPDATE snapshots SET count = 9")
    #expect(try failure { _ = try store.writer() }.code == .damaged)
    #expect(store.reader().readCount("todo").error?.code == .rewound)
  }

  /// Notices that say nothing about this store.
  enum Silence: CaseIterable {
    case missing, empty, short, flipped, ofAnotherStore, mad
  }

  @Test(arguments: Silence.allCases)
  func whatIsNoNoticeOfTheStoreSaysNothing(_ silence: Silence) throws {
    let path = try store.paths.notice
    let here = try #require(Notice(before))
    let ahead = Notice(
      storeID: here.storeID, incarnation: here.incarnation, revision: Revision(99))
    switch silence {
    case .missing: try #require(unlink(path) == 0)
    case .empty: try Data().write(to: URL(filePath: path))
    case .short: try Data(ahead.bytes.dropLast()).write(to: URL(filePath: path))
    case .flipped:
      for index in 0..<Notice.byteCount {
        var bytes = ahead.bytes
        bytes[index] ^= 0x10
        try Data(bytes).write(to: URL(filePath: path))
        #expect(store.reader().readCount("todo").error == nil, "\(index)")
      }
    case .ofAnotherStore:
      try announce(
        Notice(
          storeID: RandomID(high: 1, low: 2), incarnation: here.incarnation,
          revision: Revision(99)))
    case .mad:
      try announce(
        Notice(storeID: here.storeID, incarnation: here.incarnation, revision: .max))
    }
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 5)
    let receipt = try store.writer().publish(CountSnapshot(count: 6), kind: "todo")
    #expect(receipt.revision == Revision(6))
    let bytes = try contents(path)
    #expect(bytes.withUnsafeBytes { Notice($0) } == Notice(try store.reader().token()))
  }

  @Test func aNoticeOfAnotherLineIsForTheWriterToSettle() throws {
    let here = try #require(Notice(before))
    try announce(
      Notice(
        storeID: here.storeID, incarnation: RandomID(high: 3, low: 4), revision: Revision(2)))
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 5)
    do { _ = try store.writer() }
    #expect(try store.reader().token().incarnation != before.incarnation)
    #expect(try store.reader().token().revision == Revision(6))
  }
}
