import Foundation
import SharedStore
import Testing

// README begins
struct Todo: SnapshotPayload {
  static let kind: Kind = "todo/list"
  static let format = 1
  var open: Int
  var title: String
}
// README ends

/// The library example of the README: compiled and run here, word for word but for the place.
@Suite struct ReadmeExampleTests {
  @Test func theExampleOfTheREADMEDoesWhatItSays() async throws {
    let container = FileManager.default.temporaryDirectory
      .appending(path: "ReadmeExample-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: container) }
    let location = StoreLocation.container(container.path(), appGroup: "group.example.todo")

    // README begins

    // In the app:
    let store = try await StoreWriter.open(location, create: true)
    try await store.write { tx in  // several things, one revision
      try tx.publish(Todo(open: 3, title: "Today"))
      try tx.publish(CountSnapshot(count: 12), kind: "streak")
    }
    let receipt = try await store.publish(Todo(open: 2, title: "Today"))

    // In the extension, which needs SharedStoreReader only:
    let reader = StoreReader(location)  // opens lazily, never creates
    let reading = await reader.read(Todo.self)  // a value, or the reason why there is none
    let timeline = SnapshotTimeline(now: .now, reading: reading)  // pure
    // README ends

    #expect(receipt.revision.rawValue == 2)
    #expect(reading.snapshot?.revision == receipt.revision)
    #expect(reading.storeRevision?.rawValue == 2)
    #expect(await reader.readCount("streak").snapshot?.revision.rawValue == 1)
    #expect(timeline.entries.map { $0.snapshot?.payload.open } == [2, 2])
    #expect(await reader.readCount("nothing").error?.code == .notFound)
  }

  @Test func theExampleIsTheOneOfTheREADME() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let parts = source.components(separatedBy: "// README begins\n").dropFirst()
      .compactMap { $0.components(separatedBy: "// README ends").first }
    let readme = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../README.md").standardized
    let page = try String(contentsOf: readme, encoding: .utf8)
    let example = page.components(separatedBy: "```swift\n").dropFirst().first?
      .components(separatedBy: "```").first
    let shown = example?.components(separatedBy: "\n").filter { !$0.hasPrefix("let location") }
    let tested =
      ["import SharedStore", ""]
      + parts.flatMap { part in
        let lines = part.components(separatedBy: "\n").dropLast()
        let margin = lines.first { !$0.isEmpty }?.prefix { $0 == " " }.count ?? 0
        return lines.map { String($0.dropFirst(margin)) }
      }
    #expect(shown?.filter { !$0.isEmpty } == tested.filter { !$0.isEmpty })
  }
}
