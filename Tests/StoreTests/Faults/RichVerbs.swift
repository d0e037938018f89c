import SharedStoreModel
import SharedStoreReader

@testable import SharedStore

/// Every verb of a transaction, done to something in a `RichStore`.
struct RichVerb: Sendable, CustomStringConvertible {
  let description: String
  /// Whether it ends a dead process's group, which is committed even if the verb then fails.
  var endsGroup = false
  let run: @Sendable (inout WriteTransaction, RichStore) throws -> Void

  init(
    _ description: String, endsGroup: Bool = false,
    _ run: @escaping @Sendable (inout WriteTransaction, RichStore) throws -> Void
  ) {
    (self.description, self.endsGroup, self.run) = (description, endsGroup, run)
  }

  static let all = records + counts + documents + history + groups + jobs + work

  private static let records = [
    RichVerb("publish new") { tx, _ in
      try tx.publish(CountSnapshot(count: 1), kind: "new")
    },
    RichVerb("publish into a slot") { tx, _ in
      try tx.publish(CountSnapshot(count: 99), kind: "todo")
      try tx.publish(Note(text: "hello again"))
    },
    RichVerb("remove") { tx, _ in _ = try tx.snapshots.remove("todo") },
  ]

  private static let counts = [
    RichVerb("count add") { tx, _ in try tx.counts.add(3, to: "todo") },
    RichVerb("count set") { tx, _ in try tx.counts.set(3, of: "other", title: "Three") },
    RichVerb("count define") { tx, _ in
      try tx.counts.define(CountedKind("new", field: "x", equals: .integer(0)))
    },
    RichVerb("count define anew") { tx, _ in
      try tx.counts.define(CountedKind("open", field: "x", equals: .integer(0)))
    },
    RichVerb("count undefine") { tx, _ in try tx.counts.undefine("open") },
  ]

  private static let documents = [
    RichVerb("create") { tx, _ in
      try tx.documents.create("new", fields: ["done": .integer(0), "text": .text("a gull")])
    },
    RichVerb("load") { tx, _ in
      try tx.documents.load("a", fields: ["done": .integer(0), "text": .text("a gull")])
    },
    RichVerb("delete") { tx, _ in try tx.documents.delete("a") },
    RichVerb("edit") { tx, _ in
      try tx.documents.edit(
        "a", [.set("text", .text("a gull")), .unset("x"), .set("done", .integer(1))])
    },
    RichVerb("edit after a dead group", endsGroup: true) { tx, _ in
      try tx.documents.edit("c", [.set("x", .integer(9))])
    },
    RichVerb("apply") { tx, _ in
      let token = try tx.documents.current("d").token
      _ = try tx.documents.apply([.set("x", .integer(9))], of: token)
    },
  ]

  private static let history = [
    RichVerb("undo") { tx, _ in try tx.documents.undo("a") },
    RichVerb("redo") { tx, _ in try tx.documents.redo("a") },
    RichVerb("limits") { tx, _ in
      try tx.documents.setLimits(of: "a") { $0.groups = 1 }
    },
  ]

  private static let groups = [
    RichVerb("begin") { tx, _ in _ = try tx.documents.beginGroup(in: "d", name: "Drag") },
    RichVerb("nest") { tx, rich in try tx.documents.beginNested(in: rich.group) },
    RichVerb("edit in a group") { tx, rich in
      try tx.documents.edit("b", [.set("text", .text("a gull"))], in: rich.group)
    },
    RichVerb("end") { tx, rich in try tx.documents.endGroup(rich.group) },
    RichVerb("cancel") { tx, rich in try tx.documents.cancelGroup(rich.group) },
    RichVerb("recover") { tx, _ in try tx.documents.recover("c") },
    RichVerb("recover by force") { tx, _ in try tx.documents.recover("b", force: true) },
  ]

  private static func job(_ number: Int64) throws -> JobID {
    guard let id = JobID(rawValue: number) else { throw StoreError.noSuchJob }
    return id
  }

  private static let jobs = [
    RichVerb("job create") { tx, _ in _ = try tx.jobs.create(kind: "test") },
    RichVerb("job cancel pending") { tx, _ in try tx.jobs.cancel(job(2)) },
    RichVerb("job cancel at work") { tx, _ in try tx.jobs.cancel(job(3)) },
    RichVerb("job cancel orphaned") { tx, _ in try tx.jobs.cancel(job(5)) },
    RichVerb("job recover") { tx, _ in try tx.jobs.recover(job(5)) },
    RichVerb("job recover by force") { tx, _ in try tx.jobs.recover(job(3), force: true) },
    RichVerb("job retry") { tx, _ in _ = try tx.jobs.retry(job(4)) },
    RichVerb("job prune") { tx, _ in
      _ = try tx.transaction.pruneJobs(JobPruning(last: .max, before: nil), from: 1)
    },
  ]

  private static let work = [
    RichVerb("job claim") { tx, _ in
      _ = try tx.transaction.claimJob(job(2), resuming: false)
    },
    RichVerb("job resume") { tx, _ in _ = try tx.transaction.claimJob(job(5), resuming: true) },
    RichVerb("job tick") { tx, rich in
      _ = try tx.transaction.tick(rich.claim, stage: 0, units: 1, skipped: 1)
    },
    RichVerb("job stage") { tx, rich in
      _ = try tx.transaction.stage(
        "new", fields: ["text": .text("a gull")], by: rich.claim.job, position: 0,
        replacing: false)
    },
    RichVerb("job end") { tx, rich in
      try tx.transaction.publishImport(by: rich.claim.job)
      try tx.transaction.completeStages(of: rich.claim.job)
      _ = try tx.transaction.endJob(rich.claim, .workSucceeded, result: "done", error: nil)
    },
    RichVerb("job fail") { tx, rich in
      _ = try tx.transaction.endJob(
        rich.claim, .workFailed, result: nil, error: StoreError(.failed, "It failed."))
    },
  ]
}
