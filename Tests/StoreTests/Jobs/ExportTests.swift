import Foundation
import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStore

@Suite(.inTurns) struct ExportTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  private var target: String { store.outside.file("out.jsonl") }

  private func export(_ path: String) throws -> StoreJob {
    let id = try store.runner.create(ExportJob(path: path))
    return try store.ended(id) { try store.runner.runExport(id) }
  }

  private func all(_ store: JobStore) throws -> [DocumentID: [FieldName: FieldValue]] {
    var found: [DocumentID: [FieldName: FieldValue]] = [:]
    for summary in try store.reader.documents().documents {
      found[summary.id] = try store.reader.document(summary.id).document.fields
    }
    return found
  }

  /// Values that JSON alone cannot tell apart, and texts that break careless lines.
  private static let values: [FieldName: FieldValue] = [
    "null": .null, "least": .integer(.min), "most": .integer(.max), "one": .integer(1),
    "real one": .real(1), "tenth": .real(0.1), "infinite": .real(.infinity),
    "negative": .real(-.infinity), "minus zero": .real(-0.0), "tiny": .real(.leastNonzeroMagnitude),
    "empty": .text(""), "lines": .text("a\nb\r\n\u{2028}\"\\\u{1}"), "number": .text("1"),
    "bytes": .blob([0, 255, 10]), "no bytes": .blob([]), "wide": .text("雪だるま⛄️"),
  ]

  @Test func everyDocumentIsALineThatImportsBackEqual() throws {
    for number in 0..<450 {
      let id = try #require(DocumentID("d\(number)"))
      try store.writer.createDocument(
        id, fields: number % 2 == 0 ? ExportTests.values : ["n": .integer(Int64(number))])
    }
    // The last two look much the same, and are not; they are neighbours in the order of the lines.
    for id in ["a \"", "e\u{200B}", "e"] as [DocumentID] {
      try store.writer.createDocument(id, fields: [:])
    }
    let job = try export(target)
    #expect(job.state == .succeeded && job.progress.stages.map(\.done) == [453, 453, 1])
    let text = try String(contentsOfFile: target, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 454 && lines.last?.isEmpty == true)
    for line in lines.dropLast() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?.keys.sorted() == ["document", "fields"])
    }
    let copy = try JobStore()
    let imported = try copy.importFiles(paths: [target])
    #expect(imported.state == .succeeded)
    #expect(try all(copy) == all(store) && all(copy).count == 453)
    let again = try store.importFiles(paths: [target])
    #expect(again.state == .succeeded && again.skipped == 453)
  }

  @Test func documentsThatAreLargeTogetherImportBackInPieces() throws {
    // Each byte is two in a line, and no text that is indexed.
    let bytes = [UInt8](repeating: 0x5A, count: 1 << 20)
    for number in 0..<9 {
      let id = try #require(DocumentID("d\(number)"))
      try store.writer.createDocument(id, fields: ["bytes": .blob(bytes)])
    }
    #expect(try export(target).state == .succeeded)
    let size = try FileStatus(path: target).size
    #expect(size > UInt64(FileDocuments.maximumBytes))
    let copy = try JobStore()
    let imported = try copy.importFiles(paths: [target])
    #expect(imported.state == .succeeded, "\(imported.error ?? "")")
    #expect(imported.progress.stages[0].total == 9)
    #expect(try all(copy) == all(store))
  }

  @Test func anEmptyStoreIsAnEmptyFile() throws {
    #expect(try export(target).state == .succeeded)
    #expect(try Data(contentsOf: URL(filePath: target)).isEmpty)
  }

  @Test func theFileReplacesAnOlderOneWholeAndNothingElseStays() throws {
    let id: DocumentID = "a"
    try store.writer.createDocument(id, fields: [:])
    let folder = try store.outside.makeDirectory("out")
    let path = try store.outside.write("old and longer than what comes", to: "out/file")
    #expect(try export(path).state == .succeeded)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == #"{"document":"a","fields":{}}"# + "\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
    #expect(try FileStatus(path: path).permissions == 0o600)
  }

  @Test func aPlaceThatIsNoneIsRefusedBeforeThereIsAJob() throws {
    let (container, root) = (store.container, store.outside.path)
    try FileManager.default.createSymbolicLink(
      atPath: root + "/link", withDestinationPath: container + "/SharedStore")
    try FileManager.default.createSymbolicLink(
      atPath: root + "/file-link", withDestinationPath: root + "/elsewhere")
    #expect(mkfifo(root + "/pipe", 0o600) == 0)
    let inside = ["/out", "/SharedStore/store.sqlite", "/SharedStore/new"].map { container + $0 }
    let name = try #require(container.split(separator: "/").last)
    let around = "\(root)/files/../../\(name)/out"
    let outside = ["/link/new", "/files/", "/files", "/missing/out", "/file-link", "/pipe"].map {
      root + $0
    }
    for place in inside + outside + [around] {
      let error = try failure {
        _ = try store.runner.create(ExportJob(path: place))
      }
      #expect(error.code == .configuration, "\(place)")
    }
    #expect(try store.reader.jobs().jobs.isEmpty)
  }

  @Test func documentsDeletedSinceAnEarlierAttemptArePassedOver() throws {
    for number in 0..<6 {
      let id = try #require(DocumentID("d\(number)"))
      try store.writer.createDocument(id, fields: [:])
    }
    let id = try store.runner.create(ExportJob(path: target))
    // An attempt that froze six documents, wrote two of them, and died.
    let claim = try #require(
      try store.writer.perform { tx throws(StoreError) in
        try tx.transaction.claimJob(id, resuming: false)
      }.value)
    _ = try store.writer.perform { tx throws(StoreError) in
      try tx.transaction.freezeJob(
        claim,
        stages: [
          .init(name: "write", weight: 60, total: 6), .init(name: "verify", weight: 35, total: 6),
          .init(name: "publish", weight: 5, total: 1),
        ], units: [])
    }
    _ = try store.tick(claim, units: 2)
    try store.loseWorker(of: id)
    for number in 0..<3 {
      try store.writer.deleteDocument(try #require(DocumentID("d\(number)")))
    }
    #expect(try store.runner.runExport(id, resuming: true) == .succeeded)
    let job = try store.job(id)
    #expect(job.progress.percent == 100 && job.skipped == 6)
    #expect(try String(contentsOfFile: target, encoding: .utf8).split(separator: "\n").count == 3)
  }

  @Test func aDraftThatIsPutInPlaceTwiceLeavesNoSecondName() throws {
    let folder = try store.outside.makeDirectory("draft")
    let draft = try NewFile.Draft(directory: folder, name: "file")
    try draft.append([1, 2, 3])
    try draft.place.replace(temporary: ".file.job-1")
    try draft.place.replace(temporary: ".file.job-1")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
  }

  @Test func textsThatAreLongerAsJSONImportBack() throws {
    // Each of these bytes is six in a line.
    let text = String(repeating: "\u{1}", count: 3 << 20)
    try store.writer.createDocument("a", fields: ["text": .text(text)])
    try store.writer.createDocument("b", fields: ["text": .text("short")])
    #expect(try export(target).state == .succeeded)
    let copy = try JobStore()
    let imported = try copy.importFiles(paths: [target])
    #expect(imported.state == .succeeded, "\(imported.error ?? "")")
    #expect(try all(copy) == all(store))
  }

  @Test func aLongNameIsExportedTo() throws {
    let path = store.outside.file(String(repeating: "n", count: 255))
    #expect(try export(path).state == .succeeded)
    #expect(try FileStatus(path: path).isRegular)
  }

  @Test func aFolderThatCannotBeWrittenIsRefusedBeforeThereIsAJob() throws {
    let file = try store.outside.write("", to: "file")
    for path in [file + "/out", "/proc/self/out"] {
      let error = try failure { _ = try store.runner.create(ExportJob(path: path)) }
      #expect(error.code == .configuration, "\(path)")
    }
    #expect(try store.reader.jobs().jobs.isEmpty)
  }

  @Test func aTargetThatBecameAFolderFailsTheJobAndNothingStays() throws {
    let folder = try store.outside.makeDirectory("out")
    let id = try store.runner.create(ExportJob(path: folder + "/file"))
    let directory = store.outside
    let job = try store.ended(id) {
      try store.runner.run(id, resuming: false) { session in
        let target = try ExportTarget(folder + "/file", outside: StorePaths(store.location))
        let run = ExportRun(session: session, location: store.location, target: target)
        try directory.makeDirectory("out/file/inside")
        return try run.run()
      }
    }
    #expect(job.state == .failed)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
  }
}
