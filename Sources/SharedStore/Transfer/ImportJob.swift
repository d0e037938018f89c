public import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem

/// What an import does: files become documents, and all of them are visible at one revision, or
/// none.
public struct ImportJob: Hashable, Sendable, Codable {
  /// What becomes of the job when a file cannot be imported.
  public enum ErrorPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The job fails, and nothing is visible.
    case fail
    /// The file is passed over and counted apart.
    case skip
  }

  /// The job's kind.
  public static let kind = "import"
  /// The kind whose count the import publishes: the number of documents.
  public static let countKind: Kind = "documents"

  /// Files and folders; absolute in a job that was created.
  public var paths: [String]
  /// What a bad file does.
  public var onError: ErrorPolicy
  /// Whether different documents of the same id get the new fields, as an undo group.
  public var replace: Bool
  /// Whether more replaced documents than one revision may have become visible in several, before
  /// the new ones.
  public var inSlices: Bool
  /// Whether names that begin with a dot are taken from folders.
  public var includesHidden: Bool
  /// Names of files and folders that are not taken, or paths below a folder that is imported, as
  /// patterns of the shell; one with a slash is compared with the whole path.
  public var excluding: [String]
  /// The member of each line of JSON Lines that is the document's id, text or a number, while all
  /// members are its fields; `nil`: lines are as an export writes them.
  public var idField: String?

  /// The most existing documents that one revision replaces: each is an undo group of its own, and
  /// other writers wait meanwhile.
  public static let mostReplaced = 5_000

  /// Creates an import.
  /// - Parameters:
  ///   - paths: Files and folders; one that does not begin at the root is one of the working
  ///     directory in which the job is created.
  ///   - onError: What a bad file does.
  ///   - replace: Whether different documents of the same id get the new fields.
  ///   - inSlices: Whether more of them than ``mostReplaced`` may become visible in several
  ///     revisions; without it such an import fails before anything is visible.
  ///   - includesHidden: Whether names that begin with a dot are taken from folders.
  ///   - excluding: Names or paths that are not taken, as patterns of the shell.
  ///   - idField: The member of each line that is the document's id.
  public init(
    paths: [String], onError: ErrorPolicy = .fail, replace: Bool = false, inSlices: Bool = false,
    includesHidden: Bool = false, excluding: [String] = [], idField: String? = nil
  ) {
    self.paths = paths
    self.onError = onError
    self.replace = replace
    self.inSlices = inSlices
    self.includesHidden = includesHidden
    self.excluding = excluding
    self.idField = idField
  }

  /// What of a folder is taken.
  var selection: FileTree.Selection {
    FileTree.Selection(
      includesHidden: includesHidden, excluded: excluding.map { GlobPattern($0) })
  }
}

extension JobRunner {
  /// Creates a pending import.
  /// - Throws: `usage` without paths, or a reason the store cannot be written.
  public func create(_ job: ImportJob) throws(StoreError) -> JobID {
    // An empty path would be the working directory, which nobody names like that.
    guard !job.paths.isEmpty, !job.paths.contains(where: \.isEmpty) else {
      throw StoreError(
        .usage, "An import needs at least one path, and none of them empty; nothing was created.")
    }
    // Whoever runs the job may do so from another directory.
    var absolute = job
    absolute.paths = job.paths.map(Paths.absolute)
    return try create(kind: ImportJob.kind, arguments: CanonicalJSON.encode(absolute))
  }

  /// Runs an import.
  /// - Parameters:
  ///   - id: The job.
  ///   - resuming: Go on with a job whose worker is proven dead.
  ///   - counting: Called with the number of files found, while they are counted.
  /// - Returns: The state the job reached.
  /// - Throws: As ``run(_:stages:resuming:unit:commit:cleanUp:)``.
  public func runImport(
    _ id: JobID, resuming: Bool = false, counting: (Int) -> Void = { _ in }
  ) throws -> JobState {
    defer { writer.removeLeftovers() }
    return try run(id, resuming: resuming) { session in
      let arguments = try session.arguments()
      guard let job = CanonicalJSON.decode(ImportJob.self, from: arguments) else {
        throw StoreError(.failed, "The arguments of the job are none of an import.")
      }
      let reading = FileReading(try StorePaths(location))
      return try ImportRun(session: session, job: job, reading: reading).run(counting)
    }
  }
}

extension JobSession {
  /// The job's arguments.
  func arguments() throws(StoreError) -> String {
    let id = claim.job
    return try writer.perform(.duty) { tx throws(StoreError) in
      try tx.transaction.job(id).arguments
    }.value
  }

  /// The frozen units of the job, from a place in the list on.
  func units(from first: Int, limit: Int) throws(StoreError) -> [JobUnit] {
    let id = claim.job
    return try writer.perform(.duty) { tx throws(StoreError) in
      try tx.transaction.units(of: id, from: first, limit: limit)
    }.value
  }
}

/// One run of an import.
struct ImportRun {
  let session: JobSession
  let job: ImportJob
  let reading: FileReading

  /// The most units in one transaction, how long one is filled, and with how many documents: others
  /// wait while they are written.
  private static let batchUnits = 200
  private static let batchMilliseconds: Int64 = 50
  private static let batchDocuments = 600

  func run(_ counting: (Int) -> Void) throws -> JobState {
    if session.progress.stages.isEmpty { try freeze(counting) }
    guard session.progress.stages.first?.total != 0 else {
      return try session.commit(result: "nothing to do") { _ throws(StoreError) in }
    }
    try convert()
    return try finish()
  }

  /// Verifies what was staged, and shows it.
  func finish() throws -> JobState {
    try ImportVerification(session: session).run()
    if job.inSlices { try publishSlices() }
    let (id, unitAtWork, skips) = (session.claim.job, session.unitAtWork, job.onError == .skip)
    return try session.commit(result: nil) { tx throws(StoreError) in
      try tx.transaction.publishReplacements(
        by: id, atMost: ImportJob.mostReplaced, skipsRefused: skips
      ) { unitAtWork.set($0) }
      unitAtWork.set(nil)
      try tx.transaction.publishImport(by: id)
      try tx.transaction.publishDocumentCount()
    }
  }

  /// Replaces existing documents, a revision for so many, until one revision can have the rest.
  private func publishSlices() throws {
    let (id, claim, unitAtWork) = (session.claim.job, session.claim, session.unitAtWork)
    let skips = job.onError == .skip
    var isLeft = true
    while isLeft {
      try session.check()
      isLeft = try session.writer.perform(.duty) { tx throws(StoreError) in
        let (transaction, most) = (tx.transaction, ImportJob.mostReplaced)
        // What a cancel or another worker has to say is heard before the next slice.
        guard try transaction.signal(claim) == .proceed,
          try transaction.replacementCount(by: id) > most
        else { return false }
        try transaction.publishReplacements(by: id, atMost: most, skipsRefused: skips) {
          unitAtWork.set($0)
        }
        unitAtWork.set(nil)
        return true
      }.value
    }
  }

  func freeze(_ counting: (Int) -> Void) throws {
    let tree = try FileTree(job.paths, job.selection) { count in
      counting(count)
      try session.check()
      try session.noteCounted(count)
    }
    var units: [JobUnit] = []
    for file in tree.files {
      let sources = try FileSource.units(of: file.path, reading: reading) { try session.check() }
      for source in sources {
        let name = source.lines.map { "\(file.id) from byte \($0.offset)" } ?? file.id
        units.append(
          JobUnit(
            position: units.count, name: name, source: try CanonicalJSON.encode(source)))
      }
    }
    // Behind the units, since there is nothing to do about it.
    let leftOut = tree.leftOut.enumerated().map { index, left in
      JobUnit(position: units.count + index, name: left.name, source: "", note: left.note)
    }
    try session.freeze(
      [
        .init(name: "convert", weight: 60, total: units.count),
        .init(name: "verify", weight: 35, total: units.count),
        .init(name: "publish", weight: 5, total: units.isEmpty ? 0 : 1),
      ], units + leftOut)
  }

  // MARK: Converting

  /// A file that was read, or why it was not.
  private struct Converted: Sendable {
    let unit: JobUnit
    let inputs: Result<[FileDocuments.Input], StoreError>
  }

  func convert() throws {
    let stage = session.progress.stages[0]
    var next = stage.done
    while next < stage.total {
      let units = try session.units(
        from: next, limit: min(ImportRun.batchUnits, stage.total - next))
      var (batch, documents): ([Converted], Int) = ([], 0)
      let end = MonotonicTime.now.advanced(byMilliseconds: ImportRun.batchMilliseconds)
      for unit in units {
        try session.check()
        session.unitAtWork.set(unit.position)
        let converted = try read(unit)
        batch.append(converted)
        session.unitAtWork.set(nil)
        documents += (try? converted.inputs.get().count) ?? 0
        if documents >= ImportRun.batchDocuments || MonotonicTime.now >= end { break }
      }
      try commit(batch)
      next += batch.count
    }
  }

  private func read(_ unit: JobUnit) throws -> Converted {
    guard let source = CanonicalJSON.decode(FileSource.self, from: unit.source) else {
      throw StoreError(.failed, "A unit of the job has no source.")
    }
    do throws(StoreError) {
      let inputs = try FileDocuments.read(unit.name, source, idField: job.idField, reading)
      // Here and not when it is staged: work that fails needs no transaction to do so.
      if job.onError == .fail { for input in inputs { _ = try input.document() } }
      return Converted(unit: unit, inputs: .success(inputs))
    } catch {
      guard job.onError == .skip else { throw error }
      return Converted(unit: unit, inputs: .failure(error))
    }
  }

  private func commit(_ batch: [Converted]) throws {
    let (id, unitAtWork, job) = (session.claim.job, session.unitAtWork, job)
    try session.commitUnits(stage: 0, units: batch.count, skipped: 0) { tx throws(StoreError) in
      var skipped = 0
      for converted in batch {
        unitAtWork.set(converted.unit.position)
        let (passedOver, note) = try ImportRun.stage(converted, by: id, job, tx.transaction)
        skipped += passedOver
        if let note { try tx.transaction.noteUnit(id, converted.unit.position, note) }
      }
      unitAtWork.set(nil)
      if job.replace, !job.inSlices,
        try tx.transaction.replacementCount(by: id) > ImportJob.mostReplaced
      {
        throw StoreError.tooManyReplaced
      }
      // What is passed over is known only now; the units were counted before anything was done.
      try tx.transaction.noteSkipped(id, skipped)
    }
  }

  /// Stages what a unit holds.
  /// - Returns: How many of its inputs were passed over, and what is to be said of that.
  private static func stage(
    _ converted: Converted, by id: JobID, _ job: ImportJob, _ transaction: Transaction
  ) throws(StoreError) -> (passedOver: Int, note: String?) {
    let inputs: [FileDocuments.Input]
    switch converted.inputs {
    case .success(let read): inputs = read
    case .failure(let error): return (1, UnitNote.reason(error))
    }
    var (unchanged, refused, note) = (0, 0, UnitNote())
    for input in inputs {
      do throws(StoreError) {
        let content = try input.content.get()
        if let text = content.note { note.add(text, line: input.line) }
        let isNew = try transaction.stage(
          content.id, fields: content.fields, by: id, position: converted.unit.position,
          replacing: job.replace)
        unchanged += isNew ? 0 : 1
      } catch {
        guard job.onError == .skip, error.code == .exists || error.code == .badInput else {
          throw input.naming(error)
        }
        refused += 1
        note.add(UnitNote.reason(error), line: input.line)
      }
    }
    let isUnchanged = !inputs.isEmpty && unchanged == inputs.count
    return (unchanged + refused, note.text ?? (isUnchanged ? "unchanged" : nil))
  }
}

extension FileDocuments.Input {
  /// The document.
  /// - Throws: Why there is none, with the line.
  fileprivate func document() throws(StoreError) -> FileDocuments.Content {
    switch content {
    case .success(let content): return content
    case .failure(let error): throw naming(error)
    }
  }

  /// An error of this input, with the line where it is one of several.
  fileprivate func naming(_ error: StoreError) -> StoreError {
    guard let line else { return error }
    return error.saying("Line \(line): \(error.message)", hint: error.advice)
  }
}

extension Transaction {
  /// Publishes how many documents there are.
  func publishDocumentCount() throws(StoreError) {
    let count = try database.documentCount()
    // A rule may have been defined for this kind; then the rule counts. And a record of another
    // type is somebody's own. One that cannot be read is replaced, as by any publishing.
    guard try !rules().contains(where: { $0.kind == ImportJob.countKind }) else {
      return
    }
    do throws(StoreError) {
      let current = try SnapshotRow.newest(of: ImportJob.countKind, database)
      if let current, current.type != CountSnapshot.typeName { return }
    } catch
      where error.code == .unsupportedFormat || (error.code == .damaged && error.sqlite == nil)
    {
      // One that cannot be read.
    }
    let payload = try PayloadCoding.stored(CountSnapshot(count: count, title: "Documents"))
    _ = try publish(payload, kind: ImportJob.countKind)
  }
}

extension Database {
  /// How many documents there are: all but the hidden ones, without a look at each row.
  func documentCount() throws(StoreError) -> Int64 {
    try integer(
      """
      SELECT (SELECT count(*) FROM documents)
        - (SELECT coalesce(sum(documents), 0) FROM imports WHERE revision IS NULL)
      """)
  }
}

extension StoreWriter {
  /// Removes what imports have left that ended without success, for no longer than a second: what
  /// is left then, any writer removes after its commits.
  package func removeLeftovers() {
    let end = MonotonicTime.now.advanced(byMilliseconds: 1_000)
    var isLeft = true
    while isLeft, MonotonicTime.now < end {
      let step = try? perform(.progress) { tx throws(StoreError) in
        guard try tx.transaction.abandonedImport() != nil else { return false }
        try tx.transaction.removeLeftovers()
        return true
      }
      isLeft = step?.value == true
    }
  }
}

extension StoreError {
  static let tooManyReplaced = StoreError(
    .badInput,
    "The import would replace more than \(ImportJob.mostReplaced) documents at one revision; "
      + "nothing was changed.",
    hint: "Import parts of it, one after the other.")
}
