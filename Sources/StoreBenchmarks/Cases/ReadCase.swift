import SharedStore
import SharedStoreSQLite
import SharedStoreSystem

/// One reader, one record again and again, nobody writing.
enum ReadCase {
  /// The newest record.
  ///
  /// The store answers from its last reading while SQLite's own index shows that nothing was
  /// committed since; the limit runs its statement every time.
  static func hot(settings: Settings) throws(BenchmarkError) -> CaseResult {
    try run("read.hot", settings, newest: true)
  }

  /// A version by its revision, for which no reading is kept: the statement runs every time, and
  /// the record's checksum is verified every time.
  static func version(settings: Settings) throws(BenchmarkError) -> CaseResult {
    try run("read.version", settings, newest: false)
  }

  private static func run(
    _ name: String, _ settings: Settings, newest: Bool
  ) throws(BenchmarkError) -> CaseResult {
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      let workspace = try Workspace()
      let path = try workspace.makeStore()
      var publisher = try StorePublisher(
        workspace.directory, synchronous: .full, create: false)
      for number in 1...40 as ClosedRange<Int64> { try publisher.publish(number) }
      for contender in [Contender.ours, .same].shuffled() {
        let rate =
          contender == .ours
          ? try ours(workspace.directory, settings, newest: newest) : try same(path, settings)
        rates[contender, default: []].append(rate)
      }
    }
    return CaseResult(name, unit: "reads/s", rates)
  }

  private static func ours(
    _ directory: String, _ settings: Settings, newest: Bool
  ) throws(BenchmarkError) -> Double {
    let reader = StoreReader(.container(directory, appGroup: "group.benchmark"))
    let kind: Kind = "todo"
    let revision = newest ? nil : reader.readStored(kind).snapshot?.revision
    return try rate(settings) { () throws(BenchmarkError) in
      guard case .value(let snapshot, _) = reader.readStored(kind, revision: revision) else {
        throw BenchmarkError("the store could not be read")
      }
      return snapshot.payload.json.utf8.count
    }
  }

  private static func same(
    _ path: String, _ settings: Settings
  ) throws(BenchmarkError) -> Double {
    let connection = try RawConnection(path, synchronous: .full)
    let begin = try connection.prepare("BEGIN")
    let head = try connection.prepare(SameStatements.head)
    let end = try connection.prepare("ROLLBACK")
    let select = try connection.prepare(
      """
      SELECT s.revision, s.checksum, s.changed_at, s.writer, w.program, w.version,
        s.refresh_revision, s.refresh_at, s.type, s.format, s.count, s.title, s.payload
      FROM snapshots AS s LEFT JOIN writers AS w ON w.id = s.writer
      WHERE s.kind = ?1 AND s.revision = ?2
      """)
    return try rate(settings) { () throws(BenchmarkError) in
      try begin.run()
      let revision = try SameStatements.nextRevision(head) - 1
      select.bind(1, "todo")
      select.bind(2, revision)
      guard try select.next() else { throw BenchmarkError("no row") }
      var sum = 0
      for column in [4, 5, 8, 11, 12] as [Int32] { sum += select.length(column) }
      for column in [0, 1, 2, 3, 6, 7, 9, 10] as [Int32] { sum &+= Int(select.integer(column)) }
      select.reset()
      try end.run()
      return sum
    }
  }

  private static func rate(
    _ settings: Settings, _ read: () throws(BenchmarkError) -> Int
  ) throws(BenchmarkError) -> Double {
    var sum = 0
    for _ in 0..<2_000 { sum &+= try read() }
    let started = MonotonicTime.now
    let end = started.advanced(byMilliseconds: settings.roundMilliseconds)
    var count = 0
    while MonotonicTime.now < end {
      for _ in 0..<500 { sum &+= try read() }
      count += 500
    }
    guard sum != 0 else { throw BenchmarkError("nothing was read") }
    return Double(count) / (Double(MonotonicTime.now.nanoseconds - started.nanoseconds) / 1e9)
  }
}
