import Foundation
import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStore

/// A store for tests of jobs, its one writer, and a folder beside it for files.
struct JobStore {
  private let store: TestStore
  let outside: TemporaryDirectory
  let writer: StoreWriter

  init() throws {
    store = try TestStore(create: false)
    outside = try TemporaryDirectory()
    writer = try store.writer(create: true)
    try outside.makeDirectory("files")
  }

  var container: String { store.directory.path }
  var location: StoreLocation { store.location }
  var reader: StoreReader { store.reader() }
  var runner: JobRunner { JobRunner(writer) }
  var files: String { outside.file("files") }

  /// A second writer, as another process would have one.
  func otherWriter() throws -> StoreWriter { try store.writer() }

  func job(_ id: JobID) throws -> StoreJob { try reader.job(id).job }

  /// A pending job.
  func pending(_ kind: String = "test") throws -> JobID { try runner.create(kind: kind) }

  /// A job that this process has claimed and frozen.
  func running(_ units: Int = 4) throws -> JobClaim {
    let stages = [
      WeightedProgress.Stage(name: "work", weight: 95, total: units),
      WeightedProgress.Stage(name: "publish", weight: 5, total: 1),
    ]
    let claim = try writer.perform { tx throws(StoreError) -> JobClaim? in
      let id = try tx.jobs.create(kind: "test", arguments: "{}")
      guard let claim = try tx.transaction.claimJob(id, resuming: false) else { return nil }
      return try tx.transaction.freezeJob(claim, stages: stages, units: []) == .proceed
        ? claim : nil
    }.value
    return try #require(claim)
  }

  func tick(_ claim: JobClaim, stage: Int = 0, units: Int = 1) throws -> JobSignal {
    try writer.perform { tx throws(StoreError) in
      try tx.transaction.tick(claim, stage: stage, units: units)
    }.value
  }

  func end(_ claim: JobClaim, _ event: JobState.Event) throws -> JobState? {
    try writer.perform { tx throws(StoreError) in
      try tx.transaction.endJob(claim, event, result: nil, error: nil)
    }.value
  }

  /// Runs SQL on the store as nobody should, to make what a test cannot wait for.
  func alter(_ sql: StaticString, _ number: Int64? = nil) throws {
    let connection = try store.connection()
    try connection.execute("BEGIN IMMEDIATE")
    let statement = try connection.statement(sql)
    if let number { try statement.bind(number, at: 1) }
    try statement.run()
    try connection.execute("COMMIT")
  }

  /// A number that SQL finds in the store.
  func number(_ sql: StaticString) throws -> Int64? { try store.number(sql) }

  /// Makes the worker of a job a process that cannot be alive: its number has another start time.
  func loseWorker(of id: JobID) throws {
    try alter("UPDATE jobs SET started = started + 1 WHERE id = ?1", id.rawValue)
  }

  /// Whether nothing is left of what jobs have staged.
  func hasNothingStaged() throws -> Bool {
    try number(
      """
      SELECT (SELECT count(*) FROM imports WHERE revision IS NULL)
        + (SELECT count(*) FROM fields WHERE document NOT IN (SELECT key FROM documents))
        + (SELECT count(*) FROM search_texts WHERE document NOT IN (SELECT key FROM documents))
        + (SELECT count(*) FROM staged_replacements) + (SELECT count(*) FROM staged_fields)
      """) == 0
  }

  @discardableResult
  func file(_ name: String, _ text: String) throws -> String {
    // By bytes: a mark after a slash makes one character with it.
    let folder = name.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(name[..<$0]) } ?? ""
    try outside.makeDirectory("files/" + folder)
    return try outside.write(text, to: "files/" + name)
  }

  /// Imports the folder of files.
  @discardableResult
  func importFiles(
    onError: ImportJob.ErrorPolicy = .fail, replace: Bool = false, paths: [String]? = nil
  ) throws -> StoreJob {
    let id = try runner.create(
      ImportJob(paths: paths ?? [files], onError: onError, replace: replace))
    return try ended(id) { try runner.runImport(id) }
  }

  /// How a job has ended that was run; that it failed is an error of its run, too.
  func ended(_ id: JobID, _ run: () throws -> JobState) throws -> StoreJob {
    do {
      let state = try run()
      #expect(state != .failed)
    } catch {
      guard try job(id).state == .failed else { throw error }
    }
    return try job(id)
  }

  /// The ids of all documents that are visible.
  func documents() throws -> [String] { try reader.documents().documents.map(\.id.text) }

  /// The fields of a document.
  func fields(_ id: String) throws -> [String: FieldValue] {
    let name = try #require(DocumentID(id))
    let document = try reader.document(name).document
    return Dictionary(uniqueKeysWithValues: document.fields.map { ($0.key.text, $0.value) })
  }

  /// The units that were passed over or failed, each with the word for why.
  func reasons(_ job: StoreJob) throws -> [String] {
    try reader.unitNotes(of: job.id, limit: 1_000).map { unit in
      "\(unit.unit): \(unit.note.prefix { $0 != ":" })"
    }
  }

  /// What a job's unit says of itself.
  func note(_ id: JobID, _ position: Int) throws -> String? {
    let connection = try store.connection(.readOnly)
    let row = try connection.statement(
      "SELECT note FROM job_units WHERE job = ?1 AND position = ?2")
    try row.bind(id.rawValue, at: 1)
    try row.bind(Int64(position), at: 2)
    return try row.step() ? row.text(0) : nil
  }
}
