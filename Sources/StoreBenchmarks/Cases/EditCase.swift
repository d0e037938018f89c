import SharedStore
import SharedStoreSQLite
import SharedStoreSystem

/// Edits of one field, each a transaction and an undo group of its own, without a sync at each
/// commit; on one document, or on random ones of many.
enum EditCase {
  static func journaled(settings: Settings) throws(BenchmarkError) -> CaseResult {
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      for contender in [Contender.ours, .same].shuffled() {
        let workspace = try Workspace()
        let path = try workspace.makeStore()
        try Documents.create(1, workspace.directory)
        let rate = try rate(contender, workspace.directory, path, documents: 1, settings)
        rates[contender, default: []].append(rate)
      }
    }
    return CaseResult("edit.journaled", unit: "edits/s", rates)
  }

  /// Random documents of a million, everyone on the same file.
  static func million(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let workspace = try Workspace()
    let path = try workspace.makeStore()
    let count = settings.documents
    try Documents.create(count, workspace.directory)
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      for contender in [Contender.ours, .same].shuffled() {
        let rate = try rate(contender, workspace.directory, path, documents: count, settings)
        rates[contender, default: []].append(rate)
      }
    }
    var result = CaseResult("edit.million", unit: "edits/s", rates)
    result.notes = "\(count) documents"
    return result
  }

  private static func rate(
    _ contender: Contender, _ directory: String, _ path: String, documents: Int,
    _ settings: Settings
  ) throws(BenchmarkError) -> Double {
    var generator = SystemRandomNumberGenerator()
    let ids = (0..<min(documents, 20_000)).map { _ in
      "document-\(Int.random(in: 0..<documents, using: &generator))"
    }
    if contender == .ours {
      let writer = try StoreAccess.writer(directory, durability: .relaxed)
      let names = ids.compactMap { DocumentID($0) }
      return try StoreAccess.rate(settings) { number throws(BenchmarkError) in
        try StoreAccess.checked { () throws(StoreError) in
          let id = names[Int(number) % names.count]
          try writer.edit(id, [.set("x", .integer(number))])
        }
      }
    }
    var raw = try SameEditStatements(RawConnection(path, synchronous: .normal))
    return try StoreAccess.rate(settings) { number throws(BenchmarkError) in
      try raw.edit(ids[Int(number) % ids.count], number)
    }
  }
}

/// Documents to measure on.
enum Documents {
  /// Creates documents with one field and no limit of history, many in a transaction.
  static func create(_ count: Int, _ directory: String) throws(BenchmarkError) {
    let writer = try StoreAccess.writer(directory, durability: .relaxed)
    let limits = UndoLimits(groups: 0, bytes: 0, groupBytes: 0)
    for first in stride(from: 0, to: count, by: 10_000) {
      try StoreAccess.checked { () throws(StoreError) in
        _ = try writer.perform { tx throws(StoreError) in
          for number in first..<min(first + 10_000, count) {
            guard let id = DocumentID("document-\(number)") else { continue }
            try tx.documents.create(id, fields: ["x": .integer(-1)], limits: limits)
          }
        }
      }
    }
  }
}

/// How the cases reach the store.
enum StoreAccess {
  static func writer(
    _ directory: String, durability: WriterOptions.Durability, timeout: Duration = .seconds(5)
  ) throws(BenchmarkError) -> StoreWriter {
    let options = WriterOptions(
      writer: WriterIdentity(program: "StoreBenchmarks", version: "0.1.0"),
      timeout: timeout, durability: durability)
    return try checked { () throws(StoreError) in
      try StoreWriter(
        .container(directory, appGroup: "group.benchmark"), options: options)
    }
  }

  /// Runs a call of the store and turns its failure into the benchmark's.
  static func checked<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(BenchmarkError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw BenchmarkError(error.description)
    }
  }

  /// Calls a second, after a warm-up.
  static func rate(
    _ settings: Settings, _ call: (Int64) throws(BenchmarkError) -> Void
  ) throws(BenchmarkError) -> Double {
    var number: Int64 = 0
    for _ in 0..<1_000 {
      number += 1
      try call(number)
    }
    let (first, started) = (number, MonotonicTime.now)
    let end = started.advanced(byMilliseconds: settings.roundMilliseconds)
    while MonotonicTime.now < end {
      for _ in 0..<20 {
        number += 1
        try call(number)
      }
    }
    let seconds = Double(MonotonicTime.now.nanoseconds - started.nanoseconds) / 1e9
    return Double(number - first) / seconds
  }
}

extension StoreWriter {
  /// An edit in a transaction of its own.
  func edit(
    _ id: DocumentID, _ changes: [FieldChange], in group: OpenGroup? = nil
  ) throws(StoreError) {
    _ = try perform { tx throws(StoreError) in try tx.documents.edit(id, changes, in: group) }
  }
}
