import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Readers that run without pause, each `extension snapshot` of its own process, and what they see
/// of a count whose every addition is one revision.
struct ReaderLoop {
  private let bench: Workbench
  private let kind: String
  private var children: [Child]
  private var newest: [Int64]
  private var seen: Set<Int64> = []

  /// How many readings there were.
  private(set) var readings = 0
  /// How many different revisions were read.
  var distinctRevisions: Int { seen.count }

  init(_ bench: Workbench, kind: String = "todo", count: Int) throws {
    self.bench = bench
    self.kind = kind
    newest = Array(repeating: 0, count: count)
    children = []
    for _ in 0..<count { children.append(try start()) }
  }

  private func start() throws -> Child {
    try bench.start(.extension, ["snapshot", kind, "--json"])
  }

  /// Looks after the readers that have ended, and starts them again.
  mutating func advance() throws {
    for index in children.indices {
      guard let outcome = children[index].poll() else { continue }
      try note(outcome, by: index)
      children[index] = try start()
    }
    usleep(300)
  }

  /// Waits for the readers that still run.
  mutating func finish() throws {
    for index in children.indices { try note(children[index].wait(), by: index) }
  }

  private mutating func note(_ outcome: Outcome, by index: Int) throws {
    // Before the first commit there is nothing to read, and the tool says so.
    if newest[index] == 0 && outcome.exitCode == 3 { return }
    let record: RecordReport = try outcome.decoded()
    #expect(record.count == record.revision, "\(outcome.testDescription)")
    #expect(record.revision >= newest[index], "\(outcome.testDescription)")
    newest[index] = max(newest[index], record.revision)
    seen.insert(record.revision)
    readings += 1
  }
}
