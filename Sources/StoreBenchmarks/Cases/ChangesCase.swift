import SharedStore
import SharedStoreReader

/// What has changed since a token, in a store of very many documents of which ten were edited.
enum ChangesCase {
  static func run(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let workspace = try Workspace()
    let path = try workspace.makeStore()
    try Documents.create(settings.documents, workspace.directory)
    let reader = StoreReader(.container(workspace.directory, appGroup: "group.benchmark"))
    let token = try StoreAccess.checked { () throws(StoreError) in try reader.token() }
    let writer = try StoreAccess.writer(workspace.directory, durability: .relaxed)
    for number in 0..<10 as Range<Int64> {
      guard let id = DocumentID("document-\(number * 7)") else { continue }
      try StoreAccess.checked { () throws(StoreError) in
        try writer.edit(id, [.set("x", .integer(number + 100))])
      }
    }
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      for contender in [Contender.ours, .same].shuffled() {
        let rate =
          contender == .ours
          ? try ours(reader, token, settings) : try same(path, token.revision, settings)
        rates[contender, default: []].append(rate)
      }
    }
    var result = CaseResult("changes", unit: "answers/s", rates)
    result.notes = "10 of \(settings.documents) documents"
    return result
  }

  private static func ours(
    _ reader: StoreReader, _ token: StoreToken, _ settings: Settings
  ) throws(BenchmarkError) -> Double {
    try StoreAccess.rate(settings) { _ throws(BenchmarkError) in
      let count = try StoreAccess.checked { () throws(StoreError) in
        try reader.changes(since: token).changes.changes.count
      }
      guard count == 10 else { throw BenchmarkError("\(count) changes") }
    }
  }

  private static func same(
    _ path: String, _ revision: Revision, _ settings: Settings
  ) throws(BenchmarkError) -> Double {
    let connection = try RawConnection(path, synchronous: .full)
    let select = try connection.prepare(
      """
      SELECT revision, position, subject, name, things, action, committed_at, writer, checksum
      FROM changes WHERE revision > ?1 ORDER BY revision, position
      """)
    return try StoreAccess.rate(settings) { _ throws(BenchmarkError) in
      var (rows, sum) = (0, 0)
      select.bind(1, revision.rawValue)
      while try select.next() {
        rows += 1
        for column in [2, 3, 5] as [Int32] { sum &+= select.length(column) }
        for column in [0, 1, 4, 6, 7, 8] as [Int32] { sum &+= Int(select.integer(column)) }
      }
      select.reset()
      guard rows == 10, sum != 0 else { throw BenchmarkError("\(rows) rows") }
    }
  }
}
