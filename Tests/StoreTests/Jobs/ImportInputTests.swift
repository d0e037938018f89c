import Foundation
import SharedStoreModel
import SharedStoreReader
import TestSupport
import Testing

@testable import SharedStore

/// Which inputs an import takes, and what becomes of odd ones.
@Suite(.inTurns) struct ImportInputTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  @Test func twoFilesOfOneNameFailTheImport() throws {
    let first = try store.file("x/a.txt", "one")
    let second = try store.file("y/a.txt", "two")
    let job = try store.importFiles(paths: [first, second])
    #expect(job.state == .failed && job.errorCode == "exists")
    #expect(try store.documents().isEmpty && store.hasNothingStaged())
    let skipped = try store.importFiles(onError: .skip, paths: [first, second])
    #expect(skipped.state == .succeeded && skipped.skipped == 1)
    #expect(try store.fields("a.txt")["text"] == .text("one"))
  }

  @Test(arguments: [false, true])
  func inputsOfOneIDAreOneDocumentIfTheyAreEqual(_ exists: Bool) throws {
    if exists { try store.writer.createDocument("a.txt", fields: ["old": .integer(1)]) }
    let first = try store.file("x/a.txt", "one")
    let second = try store.file("y/a.txt", "one")
    let lines = try store.file(
      "z.jsonl", String(repeating: #"{"document":"l","fields":{"n":1}}"# + "\n", count: 3))
    if exists { try store.writer.createDocument("l", fields: ["n": .integer(0)]) }
    let job = try store.importFiles(replace: true, paths: [first, second, first, lines])
    #expect(job.state == .succeeded && job.skipped == 4, "\(job.error ?? "")")
    #expect(
      try store.fields("a.txt")["text"] == .text("one") && store.fields("l") == ["n": .integer(1)])
    #expect(try store.hasNothingStaged())
  }

  @Test func inputsOfOneIDThatDifferAreRefusedAlsoWhenTheyWouldReplace() throws {
    try store.writer.createDocument("a.json", fields: ["z": .integer(0)])
    let first = try store.file("x/a.json", #"{"x":1}"#)
    let second = try store.file("y/a.json", #"{"y":2}"#)
    let failed = try store.importFiles(replace: true, paths: [first, second])
    #expect(failed.errorCode == "exists" && failed.error?.contains("Two inputs") == true)
    #expect(try store.fields("a.json") == ["z": .integer(0)])
    let job = try store.importFiles(onError: .skip, replace: true, paths: [first, second])
    #expect(job.state == .succeeded && job.skipped == 1)
    #expect(try store.fields("a.json") == ["x": .integer(1)] && store.hasNothingStaged())
  }

  /// A file whose name is not UTF-8, beside one that is fine and a folder that is not.
  private func makeOddNames() throws {
    try store.file("ok.txt", "fine")
    let odd = Array(store.files.utf8) + Array("/bad".utf8) + [0xFF]
    func terminated(_ ending: String) -> [CChar] {
      (odd + Array(ending.utf8) + [0]).map(CChar.init(bitPattern:))
    }
    let descriptor = open(terminated(".txt"), O_WRONLY | O_CREAT, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    try #require(mkdir(terminated("folder"), 0o700) == 0)
  }

  @Test func namesThatAreNoTextAreNotLeftOutInSilence() throws {
    try makeOddNames()
    #expect(try store.importFiles().errorCode == "bad-input")
    let job = try store.importFiles(onError: .skip)
    #expect(job.state == .succeeded && job.skipped == 2)
    #expect(try store.documents() == ["ok.txt"])
    #expect(
      try store.reasons(job) == [#"bad\xFF.txt: bad-input"#, #"bad\xFFfolder: bad-input"#])
  }

  @Test func aPathThatIsTooLongIsNotLeftOutInSilence() throws {
    try store.file("ok.txt", "fine")
    var folder = open(store.files, O_RDONLY | O_DIRECTORY)
    let name = String(repeating: "d", count: 200)
    for _ in 0..<25 {
      try #require(mkdirat(folder, name, 0o700) == 0)
      let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = next
    }
    close(folder)
    #expect(try store.importFiles().errorCode == "bad-input")
    let job = try store.importFiles(onError: .skip)
    #expect(job.state == .succeeded && job.skipped == 1)
    #expect(try store.documents() == ["ok.txt"])
  }

  @Test func endingsCountInCapitalsToo() throws {
    try store.file("A.TXT", "a")
    try store.file("README.Md", "b")
    try store.file("C.JSON", #"{"n":1}"#)
    try store.file("D.JSONL", #"{"document":"d","fields":{}}"#)
    #expect(try store.importFiles().state == .succeeded)
    #expect(try store.documents() == ["A.TXT", "C.JSON", "README.Md", "d"])
    #expect(try store.fields("README.Md")["type"] == .text("markdown"))
    #expect(try store.fields("C.JSON") == ["n": .integer(1)])
  }

  @Test func aNameThatBeginsWithACombiningMarkIsAName() throws {
    let path = try store.file("q/\u{301}.txt", "mark")
    #expect(try store.importFiles(paths: [path]).state == .succeeded)
    #expect(try store.documents() == ["\u{301}.txt"])
  }

  @Test func aBadLineDoesNotTakeTheOthersWithIt() throws {
    var lines = (0..<450).map { #"{"document":"d\#($0)","fields":{"n":\#($0)}}"# }
    lines[10] = "oops"
    lines[20] = #"{"document":"d20","fields":{"n":[]}}"#
    lines.insert(contentsOf: ["", " \t\r"], at: 5)
    try store.file("all.jsonl", lines.joined(separator: "\r\n"))
    #expect(try store.importFiles().errorCode == "bad-input")
    #expect(try store.documents().isEmpty)
    let job = try store.importFiles(onError: .skip)
    #expect(job.state == .succeeded && job.skipped == 2)
    #expect(try store.documents().count == 448)
    // Blank lines count, as in an editor.
    let notes = try #require(try store.note(job.id, 0)).components(separatedBy: "; ")
    #expect(notes.count == 2 && notes[0].hasPrefix("line 13: bad-input: "))
    #expect(notes[1].hasPrefix("line 23: bad-input: "))
  }

  @Test func aLongLineIsAUnitOfItsOwn() throws {
    let short = #"{"document":"a","fields":{"n":1}}"# + "\n"
    func line(_ id: String, _ bytes: Int) -> String {
      #"{"document":"\#(id)","fields":{"t":"\#(String(repeating: "x", count: bytes))"}}"# + "\n"
    }
    let path = try store.file(
      "all.jsonl", short + line("b", 900_000) + line("c", 2_000_000) + line("d", 10))
    let reading = FileReading(try StorePaths(store.location))
    let units = try FileSource.units(of: path, reading: reading).compactMap(\.lines?.length)
    #expect(
      units == [
        short.utf8.count + line("b", 900_000).utf8.count,
        line("c", 2_000_000).utf8.count, line("d", 10).utf8.count,
      ])
    #expect(try store.importFiles().state == .succeeded)
    #expect(try store.documents() == ["a", "b", "c", "d"])
  }

  @Test func linesOfAFileThatChangedSinceTheFreezeAreBad() throws {
    let lines = (0..<300).map { #"{"document":"d\#($0)","fields":{}}"# + "\n" }
    let path = try store.file("all.jsonl", lines.joined())
    let (runner, files) = (store.runner, store.files)
    let id = try runner.create(ImportJob(paths: [files]))
    let job = try store.ended(id) {
      try runner.run(id, resuming: false) { session in
        let run = ImportRun(
          session: session, job: ImportJob(paths: [files]),
          reading: FileReading(try StorePaths(store.location)))
        try run.freeze { _ in }
        try store.file("all.jsonl", (["new\n"] + lines).joined())
        return try run.run { _ in }
      }
    }
    #expect(job.state == .failed)
    #expect(job.error?.contains("changed after") == true, "\(path)")
  }

  @Test func filesOfTheStoreAreNotRead() throws {
    let paths = try StorePaths(store.location)
    let link = store.outside.file("link.jsonl")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: paths.logIndex)
    for path in [paths.store, paths.log, paths.logIndex, paths.lock, paths.turn, link] {
      let job = try store.importFiles(paths: [path])
      #expect(job.errorCode == "bad-input" && job.error?.contains("store itself") == true)
    }
    #expect(try store.documents().isEmpty)
  }

  @Test func someRefusedLinesDoNotTakeTheOthersWithThem() throws {
    let id: DocumentID = "d3"
    try store.writer.createDocument(id, fields: ["n": .integer(-1)])
    let lines = (0..<10).map { #"{"document":"d\#($0)","fields":{"n":\#($0)}}"# }
    try store.file("all.jsonl", lines.joined(separator: "\n"))
    #expect(try store.importFiles().errorCode == "exists")
    let job = try store.importFiles(onError: .skip)
    #expect(job.state == .succeeded)
    #expect(try store.documents() == (0..<10).map { "d\($0)" })
    #expect(
      try store.fields("d3") == ["n": .integer(-1)] && store.fields("d9") == ["n": .integer(9)])
    #expect(job.skipped == 1 && job.progress.percent == 100)
    #expect(
      try store.note(job.id, 0)?.hasPrefix("line 4: exists: There is a different document") == true)
  }

  @Test func jsonLinesAreCutIntoUnitsAndNoneIsLost() throws {
    let lines = (0..<1_001).map { #"{"document":"d\#($0)","fields":{"n":\#($0)}}"# }
    try store.file("all.jsonl", lines.joined(separator: "\n"))
    let job = try store.importFiles()
    #expect(job.state == .succeeded && job.progress.stages.map(\.total) == [6, 6, 1])
    #expect(try Set(store.documents()) == Set((0..<1_001).map { "d\($0)" }))
    #expect(try store.fields("d1000") == ["n": .integer(1_000)])
  }
}
