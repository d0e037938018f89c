import Foundation
import SharedStoreModel
import SharedStoreReader
import TestSupport
import Testing

@testable import SharedStore

@Suite(.inTurns) struct ImportTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  @Test func filesBecomeDocumentsNamedByTheirPathBelowTheArgument() throws {
    try store.file("b/notes.md", "# Notes")
    try store.file("a.txt", "plain")
    try store.file("c.json", #"{"n":1,"t":"x","r":1.5,"z":null,"b":true,"list":[2,1]}"#)
    try store.file("list.json", "[3]")
    try store.file("picture.png", "not text")
    let job = try store.importFiles()
    #expect(job.state == .succeeded && job.progress.stages.map(\.total) == [4, 4, 1])
    #expect(job.progress.percent == 100)
    #expect(try store.documents() == ["a.txt", "b/notes.md", "c.json", "list.json"])
    #expect(try store.fields("a.txt") == ["text": .text("plain"), "type": .text("text")])
    #expect(
      try store.fields("b/notes.md") == ["text": .text("# Notes"), "type": .text("markdown")])
    #expect(
      try store.fields("c.json") == [
        "n": .integer(1), "t": .text("x"), "r": .real(1.5), "z": .null, "b": .integer(1),
        "list": .text("[2,1]"),
      ])
    #expect(try store.fields("list.json") == ["json": .text("[3]")])
  }

  @Test func allDocumentsAreVisibleAtOneRevisionWithTheirCount() throws {
    for number in 0..<500 { try store.file("\(number % 7)/\(number).txt", "text \(number)") }
    let job = try store.importFiles()
    let (documents, token) = try store.reader.documents()
    #expect(documents.count == 500 && Set(documents.map(\.revision)) == [job.revision])
    let count = store.reader.readCount(ImportJob.countKind).snapshot
    #expect(count?.payload.count == 500 && count?.revision == job.revision)
    #expect(token.revision == job.revision)
    #expect(try store.hasNothingStaged())
  }

  @Test func equalDocumentsArePassedOverWithTheirHistory() throws {
    try store.file("a.txt", "one")
    try store.file("b.txt", "two")
    try store.importFiles()
    let id: DocumentID = "a.txt"
    try store.writer.editDocument(id, [.set("mark", .integer(1))])
    try store.writer.undo(id)
    let before = try store.reader.document(id).document
    let job = try store.importFiles()
    #expect(job.state == .succeeded && job.skipped == 2 && job.progress.percent == 100)
    #expect(try store.reader.document(id).document == before)
    #expect(before.history.canRedo)
    #expect(try store.note(job.id, 0) == "unchanged")
  }

  @Test func aDifferentDocumentFailsTheImportAndNothingIsVisible() throws {
    try store.file("b.txt", "old")
    try store.importFiles()
    try store.file("a.txt", "new")
    try store.file("b.txt", "different")
    let job = try store.importFiles()
    #expect(job.state == .failed && job.errorCode == "exists")
    #expect(try store.documents() == ["b.txt"] && store.hasNothingStaged())
    #expect(try store.fields("b.txt")["text"] == .text("old"))
  }

  @Test func aReplacedDocumentIsOneUndoGroup() throws {
    try store.file("a.json", #"{"gone":1,"kept":2,"moved":3}"#)
    try store.importFiles()
    try store.file("a.json", #"{"kept":2,"moved":4,"new":5}"#)
    try store.file("b.txt", "new")
    let job = try store.importFiles(replace: true)
    #expect(job.state == .succeeded && job.skipped == 0)
    #expect(
      try store.fields("a.json") == ["kept": .integer(2), "moved": .integer(4), "new": .integer(5)])
    let id: DocumentID = "a.json"
    #expect(try store.reader.document(id).document.revision == job.revision)
    try store.writer.undo(id)
    #expect(
      try store.fields("a.json") == [
        "gone": .integer(1), "kept": .integer(2), "moved": .integer(3),
      ])
    #expect(try !store.reader.document(id).document.history.canUndo)
    #expect(try store.hasNothingStaged())
  }

  @Test(arguments: [
    ("broken.json", "{", "bad-input"), ("latin.txt", "\u{0}", "bad-input"),
    ("list.jsonl", "{}\n", "bad-input"), ("broken.jsonl", "{\n", "bad-input"),
  ])
  func aBadFileFailsTheImportOrIsCountedApart(
    _ name: String, _ text: String, _ code: String
  ) throws {
    try store.file("good.txt", "good")
    let path = try store.file(name, text)
    if text == "\u{0}" { try Data([0xE9, 0x0A]).write(to: URL(filePath: path)) }
    let failed = try store.importFiles()
    #expect(failed.state == .failed && failed.errorCode == code)
    #expect(try store.documents().isEmpty && store.hasNothingStaged())
    let job = try store.importFiles(onError: .skip)
    #expect(job.state == .succeeded && job.skipped == 1 && job.progress.percent == 100)
    #expect(try store.documents() == ["good.txt"])
    let position: Int = name < "good.txt" ? 0 : 1
    let note = try store.note(job.id, position)
    #expect(
      note?.contains("\(code): ") == true && note?.hasPrefix("line 1: ") == name.hasSuffix(".jsonl")
    )
  }

  @Test func aFileThatIsTooLargeOrHasNoUsableNameIsBad() throws {
    let path = try store.file("large.txt", "")
    #expect(truncate(path, off_t(FileDocuments.maximumBytes + 1)) == 0)
    let job = try store.importFiles()
    #expect(job.state == .failed && job.error?.contains("too large") == true)
    try FileManager.default.removeItem(atPath: path)
    try store.file(String(repeating: "d/", count: 250) + "a.txt", "deep")
    #expect(try store.importFiles().errorCode == "bad-input")
  }

  @Test func aFileThatVanishedSinceTheFreezeIsBad() throws {
    let paths = try (0..<3).map { try store.file("\($0).txt", "text") }
    let id = try store.runner.create(ImportJob(paths: [store.files], onError: .skip))
    // The last call says that all are counted; nothing has been read yet.
    _ = try store.runner.runImport(id) { count in
      if count == 3 { unlink(paths[1]) }
    }
    let job = try store.job(id)
    #expect(job.state == .succeeded && job.skipped == 1)
    #expect(job.progress.stages.map(\.total) == [3, 3, 1])
    #expect(try store.documents() == ["0.txt", "2.txt"])
  }

  @Test func linksInATreeAreNotFollowedButALinkAsArgumentIs() throws {
    try store.file("tree/a.txt", "a")
    let root = store.files
    try FileManager.default.createSymbolicLink(
      atPath: root + "/tree/again", withDestinationPath: root + "/tree")
    try FileManager.default.createSymbolicLink(
      atPath: root + "/tree/b.txt", withDestinationPath: root + "/tree/a.txt")
    try FileManager.default.createSymbolicLink(
      atPath: root + "/link", withDestinationPath: root + "/tree")
    #expect(try store.importFiles(paths: [root + "/link"]).state == .succeeded)
    #expect(try store.documents() == ["a.txt"])
  }

  @Test func aFIFOHangsNothing() throws {
    try store.file("tree/a.txt", "a")
    #expect(mkfifo(store.files + "/tree/pipe.txt", 0o600) == 0)
    #expect(mkfifo(store.files + "/pipe.jsonl", 0o600) == 0)
    #expect(try store.importFiles(paths: [store.files + "/tree"]).state == .succeeded)
    for name in ["/tree/pipe.txt", "/pipe.jsonl"] {
      let job = try store.importFiles(paths: [store.files + name])
      #expect(job.state == .failed && job.errorCode == "bad-input")
    }
    #expect(try store.documents() == ["a.txt"])
  }

  @Test func anEmptyFolderIsNothingToDo() throws {
    let job = try store.importFiles()
    #expect(job.state == .succeeded && job.result == "nothing to do")
    #expect(job.progress.percent == 100 && job.progress.total == 0)
  }

  @Test func withoutPathsThereIsNoJob() throws {
    for paths in [[], [""], [store.files, ""]] {
      let error = try failure { _ = try store.runner.create(ImportJob(paths: paths)) }
      #expect(error.code == .usage)
    }
    #expect(try store.reader.jobs().jobs.isEmpty)
  }

  @Test func anArgumentThatIsNotThereFailsTheJob() throws {
    let job = try store.importFiles(paths: [store.files + "/missing"])
    #expect(job.state == .failed && job.errorCode == "bad-input")
    #expect(job.progress.percent == nil)
  }

  @Test func aDocumentThatAnotherJobIsMakingNamesTheJob() throws {
    let path = try store.file("a.txt", "one")
    let claim = try store.running(1)
    _ = try store.writer.perform { tx throws(StoreError) in
      try tx.transaction.stage(
        "a.txt", fields: ["n": .integer(1)], by: claim.job, position: 0, replacing: false)
    }
    let writer = store.writer
    let error = try failure { try writer.createDocument("a.txt") }
    #expect(error.code == .exists && error.message.contains("Job \(claim.job) is making"))
    try store.loseWorker(of: claim.job)
    let orphaned = try failure { try writer.createDocument("a.txt") }
    #expect(orphaned.advice?.command?.contains("job recover \(claim.job)") == true)
    let failed = try store.importFiles(paths: [path])
    #expect(failed.error?.contains("Job \(claim.job) is making") == true)
    try writer.recoverJob(claim.job)
    #expect(try store.importFiles(paths: [path]).state == .succeeded)
  }

  @Test func whatCannotBeReplacedAtTheEndIsPassedOverIfSoAsked() throws {
    let writer = store.writer
    for name in ["open", "gone", "fine"] { try store.file(name + ".txt", "new " + name) }
    for id in ["open.txt", "gone.txt", "fine.txt"] as [DocumentID] {
      try writer.createDocument(id, fields: ["text": .text("old")])
    }
    let group = try writer.beginGroup(in: "open.txt")
    func run(_ policy: ImportJob.ErrorPolicy) throws -> StoreJob {
      let job = ImportJob(paths: [store.files], onError: policy, replace: true)
      let id = try store.runner.create(job)
      return try store.ended(id) {
        try store.runner.run(id, resuming: false) { session in
          let run = ImportRun(
            session: session, job: job, reading: FileReading(try StorePaths(store.location)))
          try run.freeze { _ in }
          try run.convert()
          // Between the staging and the final commit.
          if policy == .skip { try writer.deleteDocument("gone.txt") }
          return try run.finish()
        }
      }
    }
    let failed = try run(.fail)
    #expect(failed.errorCode == "group-open" && failed.progress.percent == 95)
    #expect(try store.reasons(failed) == ["open.txt: group-open"])
    let job = try run(.skip)
    #expect(job.state == .succeeded && job.skipped == 2 && job.progress.percent == 100)
    #expect(try store.reasons(job) == ["gone.txt: not-found", "open.txt: group-open"])
    #expect(try store.fields("fine.txt")["text"] == .text("new fine"))
    #expect(try store.fields("open.txt")["text"] == .text("old") && store.documents().count == 2)
    try writer.endGroup(group)
  }

  @Test func somebodysOwnRecordOfTheCountedKindStays() throws {
    struct Mine: SnapshotPayload {
      static let kind: Kind = "documents"
      static let format = 1
      var mine: Int
    }
    try store.writer.publish(Mine(mine: 1))
    try store.file("a.txt", "a")
    #expect(try store.importFiles().state == .succeeded)
    #expect(store.reader.read(Mine.self).snapshot?.payload.mine == 1)
  }

  @Test func aDamagedCountIsReplaced() throws {
    try store.file("a.txt", "a")
    try store.importFiles()
    try store.alter("UPDATE snapshots SET count = 9")
    #expect(store.reader.readCount(ImportJob.countKind).error?.code == .damaged)
    try store.file("b.txt", "b")
    #expect(try store.importFiles().state == .succeeded)
    #expect(store.reader.readCount(ImportJob.countKind).snapshot?.payload.count == 2)
  }

  @Test func countedKindsAndSearchKnowTheDocumentsAtOnce() throws {
    let writer = store.writer
    try writer.write { tx in
      try tx.counts.define(
        CountedKind("markdown", field: "type", equals: .text("markdown")))
    }
    for number in 0..<5 { try store.file("\(number).md", "walrus \(number)") }
    try store.file("a.txt", "walrus")
    let job = try store.importFiles()
    let count = store.reader.readCount("markdown").snapshot
    #expect(count?.payload.count == 5 && count?.revision == job.revision)
    #expect(try DocumentSearch(store.location).hits(for: "walrus", limit: 50)?.hits.count == 6)
  }

  @Test func whileFilesAreCountedEverybodySeesHowManyThereAre() throws {
    for number in 0..<600 { try store.file("\(number).txt", "text") }
    let (reader, files) = (store.reader, store.files)
    let id = try store.runner.create(ImportJob(paths: [files]))
    var seen: [StoreJob] = []
    _ = try store.runner.runImport(id) { _ in
      // As long as the interval of these notes; nobody waits for anything else.
      usleep(110_000)
      seen.append(contentsOf: (try? reader.job(id).job).map { [$0] } ?? [])
    }
    #expect(seen.map(\.counted) == [0, 256, 512])
    #expect(seen.allSatisfy { $0.progress.percent == nil && $0.state == .running })
    #expect(try store.job(id).progress.stages.first?.total == 600)
  }
}
