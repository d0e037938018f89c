import SharedStoreReader
import TestSupport
import Testing

@testable import SharedStore

/// Numbers, texts and rows of the file that no writer of ours has left so.
@Suite(.inTurns) struct StoredNumberTests {
  /// What only the row itself says, where another number is as good as the right one.
  private static let unprovable: Set<String> = [
    "jobs.created_at", "jobs.finished_at", "jobs.skipped", "jobs.counted", "jobs.tick",
    "jobs.has_leftovers", "jobs.revision", "jobs.retry_of", "jobs.started", "jobs.namespace",
    "job_stages.total", "job_stages.done", "job_stages.begun_at", "job_stages.begun_done",
    "job_stages.counted_at", "job_stages.measured", "job_paces.units", "job_paces.milliseconds",
  ]
  /// Rows that may be gone: older versions, and rules.
  private static let optional: Set<String> = ["snapshots", "counted_kinds"]

  /// What one damage does to readers, to `check` and to every verb.
  private func examine(_ damage: RawStore.Damage, _ rich: RichStore, _ sound: [String: String])
    throws
  {
    let store = try rich.copy()
    // What the damage itself makes impossible, such as a key that is taken, does not count.
    guard try RawStore(store.paths.store).run(damage.sql) else { return }
    let shown = store.shown(isWhole: true)
    let wrong = shown.filter { sound[$0.key] != $0.value && !$0.value.hasPrefix("error: ") }
    var isFound = true
    do {
      let check = try StoreCheck.run(store.location, full: true)
      isFound =
        try !check.isSound
        || !store.writer().isSearchIndexSound()
    } catch {}
    let isUnprovable =
      damage.column.map { StoredNumberTests.unprovable.contains("\(damage.table).\($0)") }
      ?? StoredNumberTests.optional.contains(damage.table)
    let isKnown = isFound || isUnprovable || wrong.isEmpty
    #expect(isKnown, "\(damage) is shown in \(wrong.keys.sorted())")
    try runEverything(store, rich)
  }

  /// Every verb, each in a transaction that is not committed: it may be refused, and no more.
  private func runEverything(_ store: TestStore, _ rich: RichStore) throws {
    struct Enough: Error {}
    guard let writer = try? store.writer() else { return }
    for verb in RichVerb.all {
      do {
        try writer.write { tx in
          try verb.run(&tx, rich)
          throw Enough()
        }
      } catch {}
      // With its end: counts, index, change log.
      _ = try? writer.write { tx in try verb.run(&tx, rich) }
    }
  }

  @Test func noNumberOfTheFileEndsAProcessAndNoneIsShownThatCheckDoesNotFind() throws {
    let rich = try RichStore.made.get()
    let sound = try rich.copy().shown(isWhole: true)
    var random = Campaign.numbers.random
    let copy = try rich.copy()
    let damages = try RawStore(copy.paths.store).damages()
    #expect(damages.count > 2_000)
    let chosen = damages.shuffled(using: &random)
    for index in Campaign.numbers.rounds(25, of: chosen.count) {
      try examine(chosen[index], rich, sound)
    }
  }
}
