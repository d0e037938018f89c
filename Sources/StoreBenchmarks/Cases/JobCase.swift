import SharedStore
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What jobs cost: counting units, importing files, listing what has ended.
enum JobCase {
  private static let appGroup = "group.benchmark"

  /// Units that do nothing, through a runner; the limit is the loop without one.
  static func tick(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let units = Int(settings.roundMilliseconds) * 2_000
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      for contender in [Contender.ours, .same].shuffled() {
        let workspace = try Workspace()
        _ = try workspace.makeStore()
        let runner = try runner(workspace.directory)
        let sum = Mutex(0)
        let started = MonotonicTime.now
        if contender == .ours {
          try checked {
            let id = try runner.create(kind: "benchmark")
            try runner.run(id, stages: [("work", 95, units), ("publish", 5, 1)]) { unit, _ in
              sum.withLock { $0 &+= unit.index }
            }
          }
        } else {
          for index in 0..<units { sum.withLock { $0 &+= index } }
        }
        rates[contender, default: []].append(Double(units) / seconds(since: started))
      }
    }
    return CaseResult("progress.tick", unit: "units/s, beside an empty loop", rates)
  }

  /// Small files, in ten folders; the limit reads and inserts them, with no job around it.
  static func importFiles(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let count = 10_000
    let files = try Workspace()
    try makeFiles(count, files.directory) { number in
      "A small text, of about a hundred bytes, as notes are. \(number)"
    }
    var rates: [Contender: [Double]] = [:]
    var locks: [Double] = []
    for _ in 0..<min(settings.rounds, 5) {
      for contender in [Contender.ours, .same].shuffled() {
        let workspace = try Workspace()
        let path = try workspace.makeStore()
        let started = MonotonicTime.now
        if contender == .ours {
          locks.append(try importAll(files.directory, workspace.directory))
        } else {
          try insertAll(count, files.directory, path, indexing: false)
        }
        rates[contender, default: []].append(Double(count) / seconds(since: started))
      }
    }
    var result = CaseResult("import.files", unit: "files/s", rates)
    result.notes =
      "\(count) files, final commit holds the lock \(Int((locks.median * 1_000).rounded())) ms"
    return result
  }

  /// Files with texts of a dozen words; the limit `same` reads, inserts and indexes them in one
  /// transaction, and the other one leaves out the index.
  static func importTexts(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let count = 10_000
    let files = try Workspace()
    try makeFiles(count, files.directory) { SearchTexts.text($0) }
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<min(settings.rounds, 5) {
      for contender in Contender.allCases.shuffled() {
        let workspace = try Workspace()
        let path = try workspace.makeStore()
        let started = MonotonicTime.now
        if contender == .ours {
          _ = try importAll(files.directory, workspace.directory)
        } else {
          try insertAll(count, files.directory, path, indexing: contender == .same)
        }
        rates[contender, default: []].append(Double(count) / seconds(since: started))
      }
    }
    var result = CaseResult("search.import", unit: "files/s", rates)
    result.notes = "\(count) files, upsert: without the index"
    return result
  }

  /// The newest 50 of many jobs that have ended, with their stages; the limit runs the same
  /// statements and reads every column.
  static func list(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let workspace = try Workspace()
    let path = try workspace.makeStore()
    // The revision that the jobs are of.
    var publisher = try StorePublisher(workspace.directory, synchronous: .normal, create: false)
    try publisher.publish(1)
    let raw = try RawConnection(path, synchronous: .normal)
    try raw.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO jobs (kind, state, arguments, attempt, counted, skipped, tick, revision,
        created_at, started_at, finished_at, has_leftovers)
      SELECT 'import', 'succeeded', '{}', 1, 0, 0, 1, 1, i, i, i, 0 FROM n
      """)
    try raw.execute(
      """
      INSERT INTO job_stages (job, position, name, weight, total, done, begun_done)
      SELECT id, 0, 'work', 100, 1, 1, 0 FROM jobs
      """)
    let reader = StoreReader(.container(workspace.directory, appGroup: appGroup))
    let rows = try raw.prepare(
      """
      SELECT id, kind, state, arguments, attempt, process, started, boot, namespace, retry_of,
        counted, skipped, result, error_code, error, tick, revision, created_at, started_at,
        finished_at
      FROM jobs ORDER BY id DESC LIMIT 50
      """)
    let stages = try raw.prepare(
      """
      SELECT job, name, weight, total, done, begun_at, begun_done, counted_at, measured
      FROM job_stages WHERE job BETWEEN 99951 AND 100000 ORDER BY job DESC, position DESC
      """)
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      rates[.ours, default: []].append(
        try StoreAccess.rate(settings) { _ throws(BenchmarkError) in
          _ = try StoreAccess.checked { () throws(StoreError) in try reader.jobs(limit: 50) }
        })
      rates[.same, default: []].append(
        try StoreAccess.rate(settings) { _ throws(BenchmarkError) in
          _ = try readAll(rows, texts: [1, 2, 3, 7, 12, 13, 14], columns: 20)
          _ = try readAll(stages, texts: [1], columns: 9)
        })
    }
    var result = CaseResult("job.list", unit: "lists/s", rates)
    result.notes = "50 of 100000 jobs"
    return result
  }

  /// Reads every column of every row, texts as strings.
  private static func readAll(
    _ statement: RawStatement, texts: Set<Int32>, columns: Int32
  ) throws(BenchmarkError) -> Int64 {
    var sum: Int64 = 0
    while try statement.next() {
      for column in 0..<columns {
        sum &+=
          texts.contains(column)
          ? Int64(statement.text(column).utf8.count) : statement.integer(column)
      }
    }
    statement.reset()
    return sum
  }

  // MARK: The work

  private static func runner(
    _ directory: String, log: (@Sendable (StoreEvent) -> Void)? = nil
  ) throws(BenchmarkError) -> JobRunner {
    let options = WriterOptions(
      writer: WriterIdentity(program: "StoreBenchmarks", version: "0.1.0"), log: log)
    let location = StoreLocation.container(directory, appGroup: appGroup)
    return try StoreAccess.checked { () throws(StoreError) in
      JobRunner(try StoreWriter(location, options: options))
    }
  }

  /// Imports a folder.
  /// - Returns: The seconds that its greatest transaction took, the one that shows everything.
  private static func importAll(
    _ files: String, _ directory: String
  ) throws(BenchmarkError) -> Double {
    let longest = Mutex((changes: 0, nanoseconds: 0 as Int64))
    let runner = try runner(directory) { event in
      guard case .committed(_, let changes, let nanoseconds) = event else { return }
      longest.withLock { if changes > $0.changes { $0 = (changes, Int64(nanoseconds)) } }
    }
    try checked {
      let id = try runner.create(ImportJob(paths: [files]))
      guard try runner.runImport(id) == .succeeded else {
        throw BenchmarkError("the import failed")
      }
    }
    return Double(longest.withLock { $0.nanoseconds }) / 1e9
  }

  private static func insertAll(
    _ count: Int, _ files: String, _ path: String, indexing: Bool
  ) throws(BenchmarkError) {
    let raw = try RawConnection(path, synchronous: .normal)
    let document = try raw.prepare(
      """
      INSERT INTO documents (key, id, epoch, revision, created_at, changed_at, head, last_group,
        undo_groups, undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes,
        maximum_group_bytes, fields_checksum, checksum)
      VALUES (?1, ?2, '00000000-0000-0000-0000-000000000000', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ?1, ?1)
      """)
    let field = try raw.prepare("INSERT INTO fields (document, name, value) VALUES (?1, ?2, ?3)")
    let index = indexing ? try SameIndexStatements(raw) : nil
    try raw.execute("BEGIN IMMEDIATE")
    for number in 0..<count {
      let name = name(number)
      guard let bytes = FileManager.default.contents(atPath: files + "/" + name) else {
        throw BenchmarkError("cannot read a file")
      }
      document.bind(1, Int64(number + 1))
      document.bind(2, name)
      try document.run()
      field.bind(1, Int64(number + 1))
      field.bind(2, "text")
      field.bind(3, String(decoding: bytes, as: UTF8.self))
      try field.run()
      try index?.update(Int64(number + 1))
    }
    try raw.execute("COMMIT")
  }

  private static func name(_ number: Int) -> String { "\(number % 10)/\(number).txt" }

  private static func makeFiles(
    _ count: Int, _ directory: String, _ text: (Int) -> String
  ) throws(BenchmarkError) {
    do {
      for folder in 0..<10 {
        try FileManager.default.createDirectory(
          atPath: directory + "/\(folder)", withIntermediateDirectories: true)
      }
      for number in 0..<count {
        let path = directory + "/" + name(number)
        try Data(text(number).utf8).write(to: URL(filePath: path))
      }
    } catch {
      throw BenchmarkError("cannot make the files")
    }
  }

  private static func seconds(since start: MonotonicTime) -> Double {
    Double(MonotonicTime.now.nanoseconds - start.nanoseconds) / 1e9
  }

  /// Runs work and turns its failure into the benchmark's.
  private static func checked(_ body: () throws -> Void) throws(BenchmarkError) {
    do {
      try body()
    } catch let error as BenchmarkError {
      throw error
    } catch {
      throw BenchmarkError("\(error)")
    }
  }
}
