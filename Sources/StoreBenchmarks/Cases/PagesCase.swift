import SharedStore
import SharedStoreSystem

/// How many pages of log one publish writes, once every version that is kept is there.
enum PagesCase {
  private static let publishes = 200

  /// A payload of a number of bytes, none of them as it was the last time.
  private struct Text: SnapshotPayload {
    static let kind: Kind = "text"
    static let format = 1
    let text: String
  }

  static func all() throws(BenchmarkError) -> [CaseResult] {
    var results: [CaseResult] = []
    for kinds in [1, 10] {
      for bytes in [0, 1_024, 3_072] {
        let name = "pages.\(bytes == 0 ? "count" : "\(bytes / 1_024)kb").\(kinds)"
        let pages = try pages(bytes: bytes, kinds: kinds)
        results.append(CaseResult(name, unit: "pages/publish", [.ours: [pages]]))
      }
    }
    return results
  }

  private static func pages(bytes: Int, kinds: Int) throws(BenchmarkError) -> Double {
    let workspace = try Workspace()
    let store = try workspace.makeStore()
    let location = StoreLocation.container(workspace.directory, appGroup: "group.benchmark")
    do throws(StoreError) {
      let options = WriterOptions(
        writer: WriterIdentity(program: "StoreBenchmarks", version: "0.1.0"), durability: .relaxed)
      var number: Int64 = 0
      func publish(_ times: Int, _ writer: StoreWriter) throws(StoreError) {
        for _ in 0..<times {
          number += 1
          guard let kind = Kind("kind/\(number % Int64(kinds))") else { continue }
          if bytes == 0 {
            try writer.publish(
              CountSnapshot(count: number, title: BenchmarkPayload.title), kind: kind)
          } else {
            let text = String(repeating: String(number % 7), count: bytes - 11)
            try writer.publish(Text(text: text), kind: kind)
          }
        }
      }
      // A writer that closes leaves an empty log for the one that is measured.
      try publish(40 * kinds, try StoreWriter(location, options: options))
      let writer = try StoreWriter(location, options: options)
      try publish(publishes, writer)
      let size = try? FileStatus(path: store + "-wal").size
      writer.close()
      // A header of 32 bytes, then frames of a page and 24 bytes.
      return (Double(size ?? 0) - 32) / 4_120 / Double(publishes)
    } catch {
      throw BenchmarkError(error.description)
    }
  }
}
