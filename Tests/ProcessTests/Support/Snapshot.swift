import Foundation
import Testing

/// A text that is committed beside the tests, so that every change of it is seen in a review.
///
/// `SHARED_STORE_RECORD=1` writes the files instead of comparing them.
enum Snapshot {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Snapshots")

  static func expect(
    _ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["SHARED_STORE_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
      return
    }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    guard text != expected else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let changed = lines.difference(
      from: expected.split(separator: "\n", omittingEmptySubsequences: false))
    let shown = changed.prefix(20).map { change in
      switch change {
      case .insert(let offset, let line, _): "+\(offset + 1) \(line)"
      case .remove(let offset, let line, _): "-\(offset + 1) \(line)"
      }
    }
    Issue.record(
      """
      \(name) differs; SHARED_STORE_RECORD=1 records it anew.
      \(shown.joined(separator: "\n"))
      """, sourceLocation: sourceLocation)
  }
}
