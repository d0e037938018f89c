import Foundation
import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStore
@testable import SharedStoreReader

/// One byte of a store's files turned, or the rest of a file cut off: nobody crashes or hangs, no
/// snapshot is shown that was not written, and nothing older but as `rewound`.
@Suite(.inTurns) struct FlipTests {
  /// What readers are shown, by what keeps it from being shown wrong.
  private enum Surface: String, CaseIterable {
    case snapshots, versions, documents, history, jobs
  }

  private typealias Answers = [Surface: [Result<AnyHashable, StoreError>]]

  private let store: TestStore
  private let copies: TemporaryDirectory
  /// The files as a killed writer left them: the database, the log, its index, the notice.
  private let files: [(path: String, bytes: [UInt8])]

  init() throws {
    store = try TestStore()
    copies = try TemporaryDirectory()
    let writer = try store.writer()
    try FlipTests.fill(writer, 0)
    _ = try Database(store.connection()).copyLog(.emptying)
    // A half lies in the log alone.
    try FlipTests.fill(writer, 1)
    let names = ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.notice"]
    let folder = try copies.makeDirectory("SharedStore")
    let cp = Process()
    cp.executableURL = URL(filePath: "/bin/cp")
    let source = try store.paths.directory
    cp.arguments = names.map { source + "/" + $0 } + [folder]
    try cp.run()
    cp.waitUntilExit()
    try #require(cp.terminationStatus == 0)
    files = try names.map { name in
      let path = folder + "/" + name
      return (path, try contents(path))
    }
    let logBytes = files[1].bytes.count
    try #require(logBytes > 20 * 4_120)
  }

  private static func fill(_ writer: StoreWriter, _ round: Int) throws {
    for index in 0..<4 {
      let number = Int64(round * 10 + index)
      try writer.publish(CountSnapshot(count: number, title: "Title \(number)"), kind: "todo")
      let text = String(repeating: "words of a note \(number) ", count: 40 * (index + 1))
      try writer.publish(Note(text: text, stars: index), kind: "note")
      let id = try #require(DocumentID("document \(number)"))
      try writer.createDocument(
        id, fields: ["text": .text(text), "stars": .integer(number), "ratio": .real(0.5)])
      try writer.editDocument(id, [.set("stars", .integer(number + 1))], name: "edit")
      try writer.editDocument(id, [.set("text", .text("short"))])
      if index >= 2 { try writer.undo(id) }
      _ = try JobRunner(writer).create(kind: "test")
    }
  }

  // MARK: What is shown

  private var location: StoreLocation { .container(copies.path, appGroup: TestStore.group) }

  /// Everything a reader is shown, in one view; what cannot be opened at all answers with that.
  private func answers() -> Answers {
    var session = ReaderSession()
    do throws(StoreError) {
      let deadline = MonotonicTime.now.advanced(byMilliseconds: 5_000)
      return try session.view(location, deadline: deadline) { view throws(StoreError) in
        FlipTests.answers(view)
      }
    } catch {
      return Dictionary(uniqueKeysWithValues: Surface.allCases.map { ($0, [.failure(error)]) })
    }
  }

  private static func answers(_ view: borrowing StoreView) -> Answers {
    var answers: Answers = [:]
    func note<Value: Hashable>(
      _ surface: Surface, _ body: () throws(StoreError) -> Value
    ) {
      do throws(StoreError) {
        answers[surface, default: []].append(.success(AnyHashable(try body())))
      } catch {
        answers[surface, default: []].append(.failure(error))
      }
    }
    for kind in ["todo", "note"] as [Kind] {
      switch view.reading(of: kind, revision: nil) {
      case .value(let snapshot, _):
        note(.snapshots) { [snapshot.payload.json, "\(snapshot.revision)", snapshot.payload.type] }
      case .unavailable(let error):
        answers[.snapshots, default: []].append(.failure(error))
      }
      do throws(StoreError) {
        let versions = try view.versions(of: kind)
        note(.versions) { versions }
      } catch {
        answers[.versions, default: []].append(.failure(error))
      }
    }
    let revision = view.token.revision
    note(.snapshots) { revision }
    let database = view.database
    for number in [0, 1, 2, 3, 10, 11, 12, 13] {
      guard let id = DocumentID("document \(number)") else { continue }
      note(.documents) { () throws(StoreError) in
        guard let row = try DocumentRow.find(id, database) else { throw .noSuchDocument }
        return try row.document(database)
      }
      note(.history) { () throws(StoreError) in
        guard let row = try DocumentRow.find(id, database) else { throw .noSuchDocument }
        return try UndoGroup.all(of: row, database)
      }
    }
    do throws(StoreError) {
      let (documents, jobs) = try (view.documents(), view.jobs(limit: 100, state: nil, kind: nil))
      note(.documents) { documents }
      note(.jobs) { jobs }
    } catch {
      answers[.jobs] = [.failure(error)]
    }
    return answers
  }

  /// The surfaces on which something else is shown than was written.
  private func wrong(_ shown: Answers, _ written: Answers) -> Set<Surface> {
    Set(
      Surface.allCases.filter { surface in
        zip(shown[surface] ?? [], written[surface] ?? []).contains { shown, written in
          // That there is no such thing is an answer, too.
          if case .failure(let error) = shown, error.code != .notFound { return false }
          return shown != written
        }
      })
  }

  // MARK: Damage

  private func write(_ bytes: some Sequence<UInt8>, to file: Int) throws {
    try Data(bytes).write(to: URL(filePath: files[file].path))
  }

  /// Damages one file.
  /// - Returns: Which, and where.
  private func damage(_ random: inout SeededGenerator) throws -> (file: Int, offset: Int) {
    let file = [0, 0, 0, 0, 1, 1, 1, 2, 3][Int.random(in: 0..<9, using: &random)]
    let bytes = files[file].bytes
    let offset = Int.random(in: 0..<bytes.count, using: &random)
    if Int.random(in: 0..<20, using: &random) == 0 {
      try write(bytes[..<offset], to: file)
    } else {
      let flipped = bytes[offset] ^ (1 << UInt8.random(in: 0..<8, using: &random))
      try write([flipped], at: offset, of: file)
    }
    return (file, offset)
  }

  /// Makes it whole again.
  private func mend(_ file: Int, _ offset: Int) throws {
    try write(files[file].bytes[offset...], at: offset, of: file)
  }

  private func write(_ bytes: some Sequence<UInt8>, at offset: Int, of file: Int) throws {
    let handle = try FileHandle(forUpdating: URL(filePath: files[file].path))
    try handle.seek(toOffset: UInt64(offset))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  /// Whether `check --full` would find something.
  private func isNamed() -> Bool {
    do {
      guard try StoreCheck.run(location, full: true).isSound else { return true }
      return try !StoreWriter(location, options: TestStore.options()).isSearchIndexSound()
    } catch {
      return true
    }
  }

  @Test func noDamageIsShownAsRight() throws {
    let written = answers()
    try #require(written.values.joined().allSatisfy { (try? $0.get()) != nil })
    var random = Campaign.flips.random
    var counts: [Surface: (shown: Int, named: Int)] = [:]
    var (flips, longest) = (0, Duration.zero)
    for round in Campaign.flips.rounds(500, of: 100_000) {
      let place = try damage(&random)
      let clock = ContinuousClock.now
      let wrong = wrong(answers(), written)
      longest = max(longest, ContinuousClock.now - clock)
      flips += 1
      if !wrong.isEmpty {
        let isNamed = isNamed()
        for surface in wrong {
          counts[surface, default: (0, 0)].shown += 1
          counts[surface, default: (0, 0)].named += isNamed ? 1 : 0
        }
        #expect(!wrong.contains(.snapshots), "round \(round), \(place)")
        // Of the log each frame has a checksum, and the index is made anew.
        #expect(place.file == 0, "round \(round), \(place), \(wrong)")
        for index in files.indices { try write(files[index].bytes, to: index) }
      }
      try mend(place.file, place.offset)
    }
    let rates = Surface.allCases.map { surface in
      let (shown, named) = counts[surface] ?? (0, 0)
      return "\(surface.rawValue) \(shown) shown, \(named) named by check"
    }
    print("flips: \(flips), longest \(longest); " + rates.joined(separator: "; "))
    #expect(longest < .seconds(5))
    // Journals and jobs have no checksum: Documentation/Format.md says what is not known of them.
    for surface in [Surface.versions, .documents] {
      guard let count = counts[surface], count.shown >= 40 else { continue }
      #expect(count.named * 100 >= count.shown * 95, "\(surface)")
    }
  }
}
