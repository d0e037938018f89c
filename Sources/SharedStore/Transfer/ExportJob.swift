public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem
import Synchronization

/// What an export does: one line of JSON for each document, in a file that appears whole.
public struct ExportJob: Hashable, Sendable, Codable {
  /// The job's kind.
  public static let kind = "export"

  /// The file, absolute.
  ///
  /// It is replaced if it exists.
  public var path: String

  /// Creates an export.
  public init(path: String) {
    self.path = path
  }
}

extension JobRunner {
  /// Creates a pending export.
  /// - Throws: `configuration` for a file inside the container or in a folder that cannot be
  ///   written, or a reason the store cannot be written.
  public func create(_ job: ExportJob) throws(StoreError) -> JobID {
    let target = try ExportTarget(job.path, outside: StorePaths(location))
    guard Paths.isWritable(target.directory) else {
      throw StoreError(.configuration, "The folder of the export cannot be written.")
    }
    return try create(
      kind: ExportJob.kind, arguments: CanonicalJSON.encode(ExportJob(path: target.path)))
  }

  /// Runs an export.
  /// - Parameters:
  ///   - id: The job.
  ///   - resuming: Go on with a job whose worker is proven dead.
  /// - Returns: The state the job reached.
  /// - Throws: As ``run(_:stages:resuming:unit:commit:cleanUp:)``.
  public func runExport(_ id: JobID, resuming: Bool = false) throws -> JobState {
    try run(id, resuming: resuming) { session in
      guard let job = CanonicalJSON.decode(ExportJob.self, from: try session.arguments()) else {
        throw StoreError(.failed, "The arguments of the job are none of an export.")
      }
      let target = try ExportTarget(job.path, outside: StorePaths(location))
      return try ExportRun(session: session, location: location, target: target).run()
    }
  }
}

/// Where an export goes.
struct ExportTarget {
  let path: String
  let directory: String
  let name: String

  init(_ path: String, outside paths: StorePaths) throws(StoreError) {
    let place = try NewFilePlace(path, for: "export", outside: paths)
    (directory, name) = (place.directory, place.name)
    self.path = directory + "/" + name
    if let status = try? FileStatus(path: self.path), !status.isRegular {
      throw StoreError(.configuration, "What the export would replace is not a regular file.")
    }
  }

  /// The name the file has for the moment in which it takes the old one's place.
  ///
  /// No longer than a name may be, whatever the file is called.
  func temporaryName(_ job: JobID) -> String {
    ".\(String(decoding: name.utf8.prefix(200), as: UTF8.self)).job-\(job)"
  }
}

/// One run of an export.
struct ExportRun {
  let session: JobSession
  let location: StoreLocation
  let target: ExportTarget

  func run() throws -> JobState {
    let draft = try system("open the export") { () throws(SystemError) in
      try NewFile.Draft(
        directory: target.directory, name: target.name,
        temporary: target.temporaryName(session.claim.job))
    }
    let checksum = try write(draft)
    try verify(draft, checksum)
    let status = try system("inspect the export") { () throws(SystemError) in try draft.status() }
    try session.note(file: status)
    return try replace(with: draft)
  }

  /// Puts the file in its place and ends the job, in one transaction.
  private func replace(with draft: borrowing NewFile.Draft) throws -> JobState {
    let (directory, temporary) = (target.directory, target.temporaryName(session.claim.job))
    let place = draft.place
    let isInPlace = Atomic<Bool>(false)
    do {
      return try session.commit(result: nil) { _ throws(StoreError) in
        FaultPoint.beforeRename.reach()
        do throws(SystemError) {
          try place.replace(temporary: temporary)
          isInPlace.store(true, ordering: .relaxed)
          try NewFile.syncDirectory(directory)
        } catch {
          throw ExportRun.failure(error, "replace the export")
        }
        FaultPoint.afterRename.reach()
      }
    } catch  where isInPlace.load(ordering: .relaxed) {
      // The old file is gone; to call the job failed now would be untrue.
      return try session.settle()
    }
  }

  private func write(_ draft: borrowing NewFile.Draft) throws -> Checksum {
    var reader = ReaderSession()
    var (written, checksum, failure) = (0, Checksum(), (any Error)?.none)
    var isBegun = false
    // One view of the store for all lines, so that they are of one revision.
    do throws(StoreError) {
      try reader.view(location, deadline: nil) { view throws(StoreError) in
        // Half of the lines would be another store's.
        guard !isBegun else { throw .replacedMeanwhile }
        isBegun = true
        do {
          (written, checksum) = try write(view.database, to: draft)
        } catch {
          // What stops a job is no failure of the store.
          failure = error
          throw error as? StoreError ?? StoreError(.interrupted, "The export was stopped.")
        }
      }
    } catch {
      throw failure ?? error
    }
    try passOver(session.progress.stages[0], 0, written: written)
    try system("write the export") { () throws(SystemError) in try draft.sync() }
    return checksum
  }

  /// Writes a line for each document, in memory for a megabyte of them.
  private func write(
    _ database: Database, to draft: borrowing NewFile.Draft
  ) throws -> (lines: Int, checksum: Checksum) {
    let total = Int(clamping: try database.documentCount())
    try session.freeze(
      [
        .init(name: "write", weight: 60, total: total),
        .init(name: "verify", weight: 35, total: total),
        .init(name: "publish", weight: 5, total: 1),
      ], [])
    let stage = session.progress.stages[0]
    var (checksum, index, buffer): (Checksum, Int, [UInt8]) = (Checksum(), 0, [])
    func flush() throws {
      let bytes = buffer
      buffer.removeAll(keepingCapacity: true)
      try system("write the export") { () throws(SystemError) in try draft.append(bytes) }
    }
    try ExportRun.forEachLine(database) { line in
      try session.check()
      buffer += line.utf8
      buffer.append(UInt8(ascii: "\n"))
      checksum.add(line)
      if buffer.count > 1 << 20 { try flush() }
      // An attempt before this one may have counted some already; its file is gone with it.
      if index >= stage.done && index < stage.total { try session.countUnit(stage: 0) }
      index += 1
    }
    try flush()
    return (index, checksum)
  }

  /// Counts units whose documents were deleted since an earlier attempt froze their number.
  private func passOver(
    _ stage: WeightedProgress.Stage, _ position: Int, written: Int
  ) throws {
    for _ in max(stage.done, written)..<max(stage.done, written, stage.total) {
      try session.countUnit(stage: position, isSkipped: true)
    }
  }

  /// Reads the documents one after the other, in the order of their ids' bytes.
  private static func forEachLine(
    _ database: Database, _ body: (String) throws -> Void
  ) throws {
    // Not told apart by the id, whose text can equal another one's without being the same bytes.
    var last: Int64?
    var (id, fields): (String, [String: JSONValue]) = ("", [:])
    var (sum, expected) = (FieldSum(), FieldSum())
    var failure: (any Error)?
    func end() throws(StoreError) {
      guard last != nil else { return }
      guard sum == expected else { throw .damagedFields }
      do {
        try body(try CanonicalJSON.encode(ExportLine(document: id, fields: fields)))
      } catch {
        failure = error
        throw error as? StoreError ?? StoreError(.interrupted, "The export was stopped.")
      }
    }
    do throws(StoreError) {
      try database.forEachRow(
        """
        SELECT d.key, d.id, d.fields_checksum, f.name, f.value FROM documents AS d
          LEFT JOIN imports AS i ON i.job = d.import LEFT JOIN fields AS f ON f.document = d.key
        WHERE coalesce(d.revision, i.revision) IS NOT NULL ORDER BY d.id, f.name
        """
      ) { row throws(StoreError) in
        let (key, name, stored) = (row.integer(), try row.documentID(), FieldSum(row.integer()))
        if key != last {
          try end()
          (last, id, fields) = (key, name.text, [:])
          (sum, expected) = (FieldSum(), stored)
        }
        guard !row.isNull else { return }
        let (field, value) = (try row.fieldName(), try row.fieldValue())
        sum.add(field, value)
        fields[field.text] = FieldJSON.encode(value)
      }
      try end()
    } catch {
      throw failure ?? error
    }
  }

  private struct ExportLine: Encodable {
    let document: String
    let fields: [String: JSONValue]
  }

  /// Reads the file back, line by line.
  private func verify(_ draft: borrowing NewFile.Draft, _ expected: Checksum) throws {
    var (checksum, count) = (Checksum(), 0)
    let stage = session.progress.stages[1]
    do {
      try FileContent.lines(draft.path) { line in
        try session.check()
        checksum.add(String(decoding: line, as: UTF8.self))
        if count >= stage.done && count < stage.total { try session.countUnit(stage: 1) }
        count += 1
      }
    } catch let error as SystemError {
      throw ExportRun.failure(error, "read the export back")
    }
    try passOver(stage, 1, written: count)
    guard checksum == expected else {
      throw StoreError(.damaged, "The file does not hold what was written to it.")
    }
  }

  private func system<Result: ~Copyable>(
    _ operation: String, _ body: () throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw ExportRun.failure(error, operation)
    }
  }

  private static func failure(_ error: SystemError, _ operation: String) -> StoreError {
    let code: StoreError.Code = error.isFull ? .full : error.isPermission ? .unreadable : .failed
    return StoreError(code, "Cannot \(operation): \(error.text).")
  }
}

extension JobSession {
  /// Notes which file the export is going to be, so that a recovery can tell whether it took its
  /// place.
  func note(file: FileStatus) throws(StoreError) {
    let claim = claim
    _ = try writer.perform(.duty) { tx throws(StoreError) in
      guard try tx.transaction.signal(claim) == .proceed else { return }
      try tx.transaction.noteResult(claim.job, file.mark)
    }
  }
}

extension FileStatus {
  /// Tells a file from another one that later gets its number.
  fileprivate var mark: String {
    let time = modificationTime
    return "file \(identity.inode), \(size) bytes, \(time.seconds) s \(time.nanoseconds) ns"
  }
}

extension Transaction {
  /// For an export whose worker died or is given up: whether its file had taken its place.
  ///
  /// The rename comes after everything else but the commit, so then the job has succeeded. What is
  /// left of it is removed.
  func settleExport(_ job: StoreJob) throws(StoreError) -> JobState? {
    guard job.kind == ExportJob.kind, job.state == .running,
      let export = CanonicalJSON.decode(ExportJob.self, from: job.arguments),
      let target = try? ExportTarget(export.path, outside: paths)
    else { return nil }
    let temporary = target.directory + "/" + target.temporaryName(job.id)
    Paths.removeFile(temporary)
    guard let status = try? FileStatus(path: target.path, withTimes: true),
      job.result == status.mark
    else { return nil }
    try completeStages(of: job.id)
    return .succeeded
  }
}

extension StoreError {
  fileprivate static let replacedMeanwhile = StoreError(
    .replaced, "Another store has taken the place of the one that was being exported.")
}
