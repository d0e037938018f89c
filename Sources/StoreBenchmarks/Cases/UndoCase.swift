import SharedStore
import SharedStoreSQLite
import SharedStoreSystem

/// What undo and drags cost.
enum UndoCase {
  /// One undo and one redo of a one-field group, after histories of different lengths.
  ///
  /// The limit is the shortest history: the ratio says how flat the cost is.
  static func group(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let lengths = settings.historyLengths
    var rates: [Int: [Double]] = [:]
    var workspaces: [(Int, StoreWriter)] = []
    // Held until the end: a workspace deletes its directory.
    let base = try Workspace()
    for length in lengths {
      let directory = base.directory + "/\(length)"
      _ = try StorePublisher(directory, synchronous: .full, create: true)
      try Documents.create(1, directory)
      let writer = try StoreAccess.writer(directory, durability: .relaxed)
      try fill(writer, groups: length)
      workspaces.append((length, writer))
    }
    for _ in 0..<settings.rounds {
      for (length, writer) in workspaces.shuffled() {
        let rate = try StoreAccess.rate(settings) { number throws(BenchmarkError) in
          try StoreAccess.checked { () throws(StoreError) in
            _ = try writer.perform { tx throws(StoreError) in
              number % 2 == 1
                ? try tx.documents.undo("document-0") : try tx.documents.redo("document-0")
            }
          }
        }
        rates[length, default: []].append(rate)
      }
    }
    var result = CaseResult(
      "undo.group", unit: "undos/s",
      [.ours: rates[lengths.last ?? 0] ?? [], .same: rates[lengths.first ?? 0] ?? []])
    result.notes = lengths.map { "\($0) groups: \(Int((rates[$0] ?? []).median))/s" }
      .joined(separator: ", ")
    return result
  }

  private static func fill(
    _ writer: StoreWriter, groups: Int
  ) throws(BenchmarkError) {
    for first in stride(from: 0, to: groups, by: 1_000) {
      try StoreAccess.checked { () throws(StoreError) in
        _ = try writer.perform { tx throws(StoreError) in
          for number in first..<min(first + 1_000, groups) {
            try tx.documents.edit("document-0", [.set("x", .integer(Int64(number)))])
          }
        }
      }
    }
  }

  /// A drag of 1 000 moves, each a transaction: how fast, and what it leaves in the journal.
  static func drag(settings: Settings) throws(BenchmarkError) -> CaseResult {
    var rates: [Contender: [Double]] = [:]
    var notes = ""
    for _ in 0..<settings.rounds {
      let workspace = try Workspace()
      _ = try workspace.makeStore()
      try Documents.create(1, workspace.directory)
      let writer = try StoreAccess.writer(workspace.directory, durability: .relaxed)
      let started = MonotonicTime.now
      try StoreAccess.checked { () throws(StoreError) in
        let group = try writer.perform { tx throws(StoreError) in
          try tx.documents.beginGroup(in: "document-0", name: "Drag")
        }.value
        for move in 1...1_000 as ClosedRange<Int64> {
          try writer.edit("document-0", [.set("x", .integer(move))], in: group)
        }
        _ = try writer.perform { tx throws(StoreError) in try tx.documents.endGroup(group) }
      }
      let seconds = Double(MonotonicTime.now.nanoseconds - started.nanoseconds) / 1e9
      rates[.ours, default: []].append(1_000 / seconds)
      notes = try journal(workspace.directory)
    }
    var result = CaseResult("drag.1000", unit: "moves/s", rates)
    result.notes = notes
    return result
  }

  private static func journal(_ directory: String) throws(BenchmarkError) -> String {
    let reader = StoreReader(.container(directory, appGroup: "group.benchmark"))
    let groups = try StoreAccess.checked { () throws(StoreError) in
      try reader.history(of: "document-0").groups
    }
    let rows = groups.map(\.operations).reduce(0, +)
    return "\(groups.count) group, \(rows) journal row, \(groups.map(\.bytes).reduce(0, +)) bytes"
  }

  /// Edits with a history that is full, so that each drops the oldest group; the limit is the same
  /// without limits.
  ///
  /// Growth of the file is measured without them.
  static func limits(settings: Settings) throws(BenchmarkError) -> CaseResult {
    var rates: [Contender: [Double]] = [:]
    var bytesPerEdit: [Double] = []
    for _ in 0..<settings.rounds {
      for (contender, groups) in [(Contender.ours, 100), (.same, 0)].shuffled() {
        let workspace = try Workspace()
        let path = try workspace.makeStore()
        try Documents.create(1, workspace.directory)
        let writer = try StoreAccess.writer(workspace.directory, durability: .relaxed)
        try StoreAccess.checked { () throws(StoreError) in
          _ = try writer.perform { tx throws(StoreError) in
            try tx.documents.setLimits(of: "document-0") { limits in
              limits = UndoLimits(groups: groups, bytes: 0, groupBytes: 0)
            }
          }
        }
        var edits = 0
        let before = try pages(path)
        let rate = try StoreAccess.rate(settings) { number throws(BenchmarkError) in
          edits += 1
          try StoreAccess.checked { () throws(StoreError) in
            try writer.edit("document-0", [.set("x", .integer(number))])
          }
        }
        rates[contender, default: []].append(rate)
        if contender == .same {
          bytesPerEdit.append(Double((try pages(path) - before) * 4_096) / Double(edits))
        }
      }
    }
    var result = CaseResult("edit.limited", unit: "edits/s", rates)
    result.notes = "limit = without limits; growth \(Int(bytesPerEdit.median)) bytes an edit"
    return result
  }

  private static func pages(_ path: String) throws(BenchmarkError) -> Int {
    let connection = try RawConnection(path, synchronous: .normal)
    let statement = try connection.prepare("PRAGMA page_count")
    defer { statement.reset() }
    return try statement.next() ? Int(statement.integer(0)) : 0
  }

  /// Groups of 1 000 edits of 50 fields in one transaction: what coalescing makes of them.
  static func grouped(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let fields = (0..<50).compactMap { FieldName("field-\($0)") }
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      let workspace = try Workspace()
      _ = try workspace.makeStore()
      try Documents.create(1, workspace.directory)
      let writer = try StoreAccess.writer(workspace.directory, durability: .relaxed)
      let started = MonotonicTime.now
      for group in 0..<20 as Range<Int64> {
        try StoreAccess.checked { () throws(StoreError) in
          let changes = (0..<1_000 as Range<Int64>).map {
            FieldChange.set(fields[Int($0) % 50], .integer(group * 1_000 + $0))
          }
          try writer.edit("document-0", changes)
        }
      }
      let seconds = Double(MonotonicTime.now.nanoseconds - started.nanoseconds) / 1e9
      rates[.ours, default: []].append(20_000 / seconds)
    }
    return CaseResult("edit.grouped", unit: "edits/s", rates)
  }
}
