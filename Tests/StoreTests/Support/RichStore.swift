import Foundation
import SharedStoreModel
import SharedStoreReader
import SharedStoreTesting
import TestSupport

@testable import SharedStore

/// A store with something of everything, made once and copied for whoever needs one.
struct RichStore: Sendable {
  let store: TestStore
  /// The open group of the document `b`; this process holds it.
  let group: OpenGroup
  /// The claim of the job that is at work, and has staged the document `staged`.
  let claim: JobClaim

  static let made = Result { try RichStore() }

  /// A copy of it, which nobody has opened yet.
  func copy() throws -> TestStore {
    let copy = try TestStore(create: false)
    let folder = "SharedStore"
    try FileManager.default.copyItem(
      atPath: store.directory.file(folder), toPath: copy.directory.file(folder))
    return copy
  }

  private init() throws {
    store = try TestStore()
    let writer = try store.writer()
    try writer.write { tx in
      try tx.counts.define(CountedKind("open", field: "done", equals: .integer(0)))
    }
    for number in 1...17 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number, title: "Today"), kind: "todo")
    }
    try writer.publish(Note(text: "hello"))
    try RichStore.makeDocuments(writer)
    group = try writer.beginGroup(in: "b", name: "Drag", interrupted: .keep)
    try writer.editDocument("b", [.set("x", .integer(5))], in: group)
    claim = try RichStore.makeJobs(writer)
    writer.close()
    // Owners that cannot be alive.
    try store.edit(
      """
      UPDATE open_groups SET started = started + 1
      WHERE document = (SELECT key FROM documents WHERE id = 'c');
      UPDATE jobs SET started = started + 1 WHERE id = 5;
      """)
  }

  private static func makeDocuments(_ writer: StoreWriter) throws {
    for id in ["a", "b", "c", "d"] as [DocumentID] {
      try writer.createDocument(
        id, fields: ["done": .integer(0), "text": .text("a walrus"), "x": .integer(0)])
    }
    for number in 1...4 as ClosedRange<Int64> {
      try writer.editDocument(
        "a", [.set("x", .integer(number)), .set("text", .text("otter \(number)"))], name: "Edit")
    }
    try writer.editDocument("a", [.set("done", .real(1)), .set("data", .blob([1, 2, 3]))])
    for _ in 0..<2 { try writer.undo("a") }
    let lost = try writer.beginGroup(in: "c", name: "Drag", interrupted: .revert)
    try writer.editDocument("c", [.set("done", .integer(1)), .unset("text")], in: lost)
  }

  /// Jobs 1 succeeded, 2 pending, 3 at work, 4 failed, 5 whose worker is gone.
  private static func makeJobs(_ writer: StoreWriter) throws -> JobClaim {
    let runner = JobRunner(writer)
    try runner.run(try runner.create(kind: "test"), stages: [("work", 95, 2), ("publish", 5, 1)]) {
      _, _ in
    }
    return try writer.write { tx in
      let transaction = tx.transaction
      _ = try tx.jobs.create(kind: "test")
      let stages = [
        WeightedProgress.Stage(name: "work", weight: 95, total: 4),
        WeightedProgress.Stage(name: "publish", weight: 5, total: 1),
      ]
      let claims = try (0..<3).map { _ in
        let id = try tx.jobs.create(kind: "test")
        guard let claim = try transaction.claimJob(id, resuming: false) else {
          throw CocoaError(.featureUnsupported)
        }
        let unit = JobUnit(position: 0, name: "unit", source: "source")
        _ = try transaction.freezeJob(claim, stages: stages, units: [unit])
        return claim
      }
      _ = try transaction.stage(
        "staged", fields: ["done": .integer(0), "text": .text("a seal")], by: claims[0].job,
        position: 0, replacing: false)
      _ = try transaction.tick(claims[0], stage: 0, units: 1)
      _ = try transaction.endJob(
        claims[1], .workFailed, result: nil, error: StoreError(.failed, "It failed."))
      return claims[0]
    }.value
  }
}

extension TestStore {
  /// What a reader is shown, by what was asked.
  /// - Parameter isWhole: Whether times and random ids are among it.
  /// - Returns: The answers, or the words of failures.
  func shown(isWhole: Bool) -> [String: String] {
    let reader = reader()
    var shown: [String: String] = [:]
    func ask(_ question: String, _ answer: () throws(StoreError) -> String) {
      do throws(StoreError) {
        shown[question] = try answer()
      } catch {
        shown[question] = "error: \(error.code)"
      }
    }
    ask("kinds") { () throws(StoreError) in
      try reader.kinds().kinds.map { isWhole ? "\($0)" : "\($0.kind) \($0.revision)" }
        .joined(separator: "\n")
    }
    for kind in ["todo", "note", "open", "new", "other"] as [Kind] {
      ask("snapshot \(kind)") { () throws(StoreError) in
        let reading = reader.readStored(kind)
        if let error = reading.error { throw error }
        guard let snapshot = reading.snapshot else { return "" }
        return isWhole ? "\(snapshot)" : "\(snapshot.revision) \(snapshot.payload)"
      }
      ask("versions \(kind)") { () throws(StoreError) in
        try reader.versions(of: kind).versions.map { isWhole ? "\($0)" : "\($0.revision)" }
          .joined(separator: "\n")
      }
    }
    ask("documents") { () throws(StoreError) in
      try reader.documents().documents.map { isWhole ? "\($0)" : "\($0.id) \($0.revision)" }
        .joined(separator: "\n")
    }
    for id in ["a", "b", "c", "d", "new", "staged"] as [DocumentID] {
      ask("document \(id)") { () throws(StoreError) in
        let document = try reader.document(id).document
        let fields = document.fields.sorted { $0.key.text < $1.key.text }
        return "\(document.revision) \(fields) \(document.history)"
          + (isWhole ? "\(document.epoch) \(document.createdAt) \(document.changedAt)" : "")
      }
      ask("history \(id)") { () throws(StoreError) in
        try reader.history(of: id).groups.map { group in
          let fields = group.fields.sorted { $0.key.text < $1.key.text }
          return "\(group.number) \(group.side) \(group.name ?? "") \(group.operations)"
            + " \(group.bytes) \(group.revisions) \(fields)"
            + (isWhole ? "\(group.changedAt)" : "")
        }.joined(separator: "\n")
      }
    }
    ask("rules") { () throws(StoreError) in "\(try reader.countedKinds().kinds)" }
    ask("jobs") { () throws(StoreError) in
      try reader.jobs().jobs.map { job in
        isWhole
          ? "\(job)"
          : "\(job.id) \(job.state) \(job.attempt) \(job.progress.withoutTimes) \(job.skipped) \(job.worker)"
            + " \(job.retryOf.map { "\($0)" } ?? "") \(job.revision)"
      }.joined(separator: "\n")
    }
    return shown
  }
}

extension WeightedProgress {
  /// What does not depend on how long something took.
  fileprivate var withoutTimes: [String] {
    stages.map { "\($0.name) \($0.weight) \($0.total) \($0.done)" }
  }
}
