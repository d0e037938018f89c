import Foundation
import SharedStoreModel
import SharedStoreReader
import Testing

/// Documentation/Format.md against what lies on the disk.
@Suite(.timeLimit(.minutes(2))) struct FormatPageTests {
  private let shell: Shell
  private let page: String

  init() throws {
    shell = try Shell()
    page = try Page.text("Documentation/Format.md")
    _ = try shell.run("umask 0; app init --app-group group.example.todo --container container")
    _ = try shell.run("umask 0; app count set todo 3")
  }

  private func names(in heading: String) throws -> [String] {
    let table =
      try #require(page.components(separatedBy: heading).dropFirst().first)
      .components(separatedBy: "\n\n").first ?? ""
    return table.matches(of: /\n\| `([^`]+)` \|/).map { String($0.1) }.sorted()
  }

  @Test func theFolderHoldsTheFilesThatThePageLists() throws {
    let listed = try names(in: "| file | content |")
    #expect(try shell.run("ls container/SharedStore").output == listed)
    #expect(listed.count == 6)
  }

  @Test func folderAndFilesArePrivateWhateverTheUmask() throws {
    let modes = try shell.run("stat -c %a container/SharedStore container/SharedStore/*").output
    #expect(modes == ["700"] + Array(repeating: "600", count: 6))
  }

  @Test(arguments: ["table", "view"])
  func thePageListsEveryObjectOfTheSchema(type: String) throws {
    // FTS5 keeps tables of its own behind the index, and SQLite one for numbers never used again.
    let sql = """
      SELECT name FROM sqlite_schema WHERE type = '\(type)' AND name NOT GLOB 'search_index_*'
      AND name NOT GLOB 'sqlite_*' ORDER BY name
      """
    let objects = try shell.run("sqlite3 -readonly \"$(app path)\" \"\(sql)\"").output
    #expect(try objects == names(in: "| \(type) | what "))
  }

  @Test func theNoticeHasItsMagicAndTheRevisionWhereThePageSays() throws {
    let notice = "container/SharedStore/store.notice"
    #expect(try shell.run("head -c 8 \(notice)").output == ["SSTNOTE1"])
    #expect(try shell.run("od -An -j40 -N8 -td8 \(notice)").output == ["                    1"])
    #expect(try shell.run("stat -c %s \(notice)").output == ["56"])
  }

  @Test func theExampleOfTheChecksumIsRight() throws {
    let payload = StoredPayload(
      type: "count", format: 1, json: #"{"count":3,"title":"Today"}"#, count: 3, title: "Today")
    let (one, now) = (
      try #require(Revision(rawValue: 1)), try #require(Timestamp(milliseconds: 1_792_889_400_000))
    )
    let writer = WriterIdentity(program: "app", version: "0.1.0").key
    let metadata = SnapshotRow.Metadata(
      revision: one, changedAt: now, writer: writer,
      refresh: RefreshRequest(revision: one, requestedAt: now))
    #expect(page.contains("is writer \(writer)."))
    #expect(page.contains("have the checksum\n\(metadata.checksum(of: "todo", payload))."))
  }
}
