import Foundation
import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStore

/// What an import takes of a folder, and what it says of the rest.
@Suite struct ImportSelectionTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
    for name in ["a.md", "sub/b.txt", ".git/config.txt", ".hidden.md", "sub/.obsidian/app.json"] {
      try store.file(name, name.hasSuffix("json") ? "{}" : "walrus")
    }
    for name in ["p.png", "q.PNG", "sub/r.png", "Makefile"] { try store.file(name, "seal") }
    let files = FileManager.default
    try store.outside.makeDirectory("elsewhere")
    try store.outside.write("linked", to: "elsewhere/c.md")
    try files.createSymbolicLink(
      atPath: store.files + "/folder", withDestinationPath: store.outside.path + "/elsewhere")
    try files.createSymbolicLink(
      atPath: store.files + "/link.md", withDestinationPath: store.outside.path + "/elsewhere/c.md")
  }

  private func run(_ change: (inout ImportJob) -> Void = { _ in }) throws -> StoreJob {
    var job = ImportJob(paths: [store.files])
    change(&job)
    let id = try store.runner.create(job)
    return try store.ended(id) { try store.runner.runImport(id) }
  }

  private func notes(_ job: StoreJob) throws -> [String] {
    try store.reader.unitNotes(of: job.id).map { "\($0.unit): \($0.note)" }
  }

  @Test func whatIsNotTakenIsNamedOrCounted() throws {
    let job = try run()
    #expect(job.state == .succeeded && job.skipped == 0 && job.progress.stages[0].total == 2)
    #expect(try store.documents() == ["a.md", "sub/b.txt"])
    #expect(
      try notes(job) == [
        ".git: a hidden folder, not imported", ".hidden.md: hidden, not imported",
        "folder: a symbolic link, not followed", "link.md: a symbolic link, not followed",
        "sub/.obsidian: a hidden folder, not imported",
        "*.PNG: 1 file of another kind, not imported",
        "*.png: 2 files of another kind, not imported",
        "without an ending: 1 file of another kind, not imported",
      ])
  }

  @Test func hiddenNamesAreTakenIfSoAsked() throws {
    let job = try run { $0.includesHidden = true }
    #expect(
      try store.documents() == [
        ".git/config.txt", ".hidden.md", "a.md", "sub/.obsidian/app.json", "sub/b.txt",
      ])
    #expect(try notes(job).allSatisfy { !$0.contains("hidden,") && !$0.contains("hidden folder") })
  }

  @Test(arguments: [
    (["sub"], ["a.md"]), (["sub/"], ["a.md"]), (["*.md"], ["sub/b.txt"]), (["b.*"], ["a.md"]),
    (["sub/*.txt"], ["a.md"]), (["*/*.md"], ["a.md", "sub/b.txt"]), (["[ab].*"], []),
    (["a.md", "nothing"], ["sub/b.txt"]), (["B.TXT"], ["a.md", "sub/b.txt"]),
  ])
  func whatIsExcludedIsNotTaken(_ patterns: [String], _ left: [String]) throws {
    let job = try run { $0.excluding = patterns }
    #expect(try store.documents() == left)
    if left.count < 2 { #expect(try notes(job).contains { $0.hasSuffix(" excluded") }) }
  }

  @Test func aFileThatIsNamedCountsWhateverItIsCalled() throws {
    let paths = [".hidden.md", "p.png", "link.md", ".git"].map { store.files + "/" + $0 }
    let job = try run {
      $0.paths = paths
      $0.excluding = ["*"]
    }
    #expect(job.state == .succeeded)
    // Of the folder, the file in it was excluded.
    #expect(try store.documents() == [".hidden.md", "link.md", "p.png"])
  }

  @Test func aPreviewSaysTheSameAndChangesNothing() throws {
    let preview = try ImportJob(paths: [store.files]).preview()
    #expect(preview.files == 2 && preview.bytes == 12)
    let job = try run()
    #expect(preview.leftOut == (try store.reader.unitNotes(of: job.id)))
    #expect(throws: StoreError.self) { try ImportJob(paths: ["/nothing/here"]).preview() }
  }

  // MARK: Lines of other programs

  private func lines(_ text: String, idField: String?) throws -> StoreJob {
    let path = try store.outside.write(text, to: "other.jsonl")
    return try run {
      $0.paths = [path]
      $0.idField = idField
      $0.onError = .skip
    }
  }

  @Test func linesOfOtherProgramsHaveTheirIdInAMember() throws {
    let job = try lines(
      """
      {"id":"a","title":"Milk","done":false}
      {"id":12,"title":"Bread","tags":["x"]}
      {"id":1.5e0}

      {"title":"none"}
      {"id":null}
      ["id"]
      """, idField: "id")
    #expect(job.state == .succeeded && job.skipped == 3)
    #expect(try store.documents() == ["1.5e0", "12", "a"])
    #expect(try store.fields("a")["title"] == .text("Milk"))
    #expect(try store.fields("a")["id"] == .text("a"))
    #expect(try #require(try store.note(job.id, 0)).contains("lines 5 to 7: bad-input: "))
  }

  @Test func withoutTheMemberTheErrorSaysWhatIsExpected() throws {
    let job = try lines(#"{"id":"a","title":"Milk"}"# + "\n", idField: nil)
    let note = try #require(try store.note(job.id, 0))
    #expect(note.hasPrefix("line 1: bad-input: ") && note.contains(#"{"document": "id""#))
    #expect(note.contains("--id-field"))
  }

  // MARK: Files that change

  /// Each reading is one version of the file, or is refused.
  @Test func aFileThatIsRewrittenMeanwhileIsOneVersionOrRefused() throws {
    let path = try store.outside.write("", to: "torn.txt")
    let bytes = 1 << 19
    let versions = ["A", "B"].map { Data(repeating: $0.utf8.first ?? 0, count: bytes) }
    try versions[0].write(to: URL(filePath: path))
    let isOver = JobCancellation()
    let thread = Thread {
      var round = 0
      while !isOver.isRequested {
        guard let file = try? FileHandle(forUpdating: URL(filePath: path)) else { return }
        try? file.write(contentsOf: versions[round % 2])
        try? file.close()
        round += 1
        // It rests now and then, so that some readings find the file as it stays for a while.
        if round % 7 == 0 { usleep(30_000) }
      }
    }
    thread.start()
    defer { isOver.request() }
    var (whole, refused) = (0, 0)
    for _ in 0..<12 {
      guard let read = try FileContent.read(path, limit: 1 << 20) else {
        refused += 1
        continue
      }
      #expect(read.bytes.count == bytes && Set(read.bytes).count == 1)
      whole += 1
    }
    #expect(whole + refused == 12)
  }

  @Test func aFileOfATimeToComeIsReadAtOnce() throws {
    let path = try store.outside.write("later", to: "later.txt")
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now.addingTimeInterval(86_400)], ofItemAtPath: path)
    let begin = MonotonicTime.now
    #expect(try FileContent.read(path, limit: 10)?.bytes == Array("later".utf8))
    #expect(begin.elapsed < .milliseconds(300))
  }

  /// A sparse file has no lines to count for a long time.
  @Test func aCancelIsHeardWhileAFileIsCounted() throws {
    let path = try store.outside.write("", to: "huge.jsonl")
    try #require(truncate(path, 30 << 30) == 0)
    let id = try store.runner.create(ImportJob(paths: [path]))
    let (writer, reader) = (store.writer, store.reader)
    let canceller = Thread {
      while (try? reader.job(id).job.state) != .running { usleep(1_000) }
      _ = try? writer.write { tx in try tx.jobs.cancel(id) }
    }
    canceller.start()
    let begin = MonotonicTime.now
    #expect(try store.runner.runImport(id) == .cancelled)
    #expect(begin.elapsed < .seconds(5))
  }
}
