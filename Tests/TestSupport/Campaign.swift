import Foundation

/// Tests that by chance find what no example does, so that more of them find more.
///
/// Each run of all tests has a sample of a few seconds. `Scripts/test campaign NAME` runs one of
/// them at length; the value of a case says which tests it is.
package enum Campaign: String, CaseIterable, Sendable {
  /// Writers killed at random moments while readers go on.
  case writers = "CrashTests/killedWritersLose"
  /// `init` of many processes at once.
  case inits = "InitTests/thirtyTwoAtOnce"
  /// Drags killed in the middle.
  case drags = "KilledDragTests/killedDrags"
  /// Imports killed, then resumed or recovered.
  case imports = "JobKillTests/importsKilled"
  /// Eight processes after the same jobs.
  case jobs = "JobKillTests/eightProcesses"
  /// Success and cancel of jobs, raced by two processes.
  case races = "JobRaceTests/cancelAndSuccess"
  /// Logs of killed stores beside other files.
  case logs = "ForeignLogTests/killedStores"
  /// Backups, restores and resets killed at random moments.
  case maintenance = "MaintenanceKillTests/"
  /// Processes that write once, a third of them killed.
  case oneshot = "OneShotTests/"
  /// Texts that several processes change, killed or not, and their index.
  case texts = "SearchIndexWritersTests/manyThings"
  /// Two writers and three watchers of one store.
  case watchers = "StoreWatchTests/twoWriters"
  /// A watcher of a store that nobody writes.
  case idle = "IdleWatchTests/"
  /// Two processes that edit one document, and its whole history.
  case edits = "LinearHistoryTests/"
  /// Receipts of processes that write at once.
  case receipts = "ReceiptTests/"
  /// One byte of a store's files turned, or the rest cut off.
  case flips = "FlipTests/"
  /// Random walks through undo and redo.
  case walks = "UndoWalkTests/"
  /// Search fields on the real clock while both cores are busy.
  case debouncer = "SearchDebouncerLoadTests/"
  /// Every statement of every transaction made to fail in every way.
  case faults = "StatementFaultTests/whichever"
  /// Every number and every text of a store's file made impossible, one at a time.
  case numbers = "StoredNumberTests/"
  /// JSON values and damage by chance.
  case json = "JSONGeneratorTests/"
  /// Texts of characters in all their spellings, prepared for search.
  case spellings = "SearchSpellingTests/"
  /// Bytes, arguments, values, configurations, traces and lines of `apply` changed by chance.
  case fuzz = "FuzzTests/"

  /// Long before the twenty minutes that a campaign may take.
  private static let bound = Duration.seconds(18 * 60)

  private static let requested = variable("SHARED_STORE_CAMPAIGN")
  private static let firstSeed: UInt64? = variable("SHARED_STORE_SEED").flatMap { UInt64($0) }

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  /// Whether it runs at length.
  private var isAtLength: Bool { Campaign.requested == "\(self)" }

  /// Where its random numbers begin: another place in each campaign, the same in each sample.
  package var seed: UInt64 { Campaign.seeds[self] ?? 1 }

  private static let seeds: [Campaign: UInt64] = {
    var seeds: [Campaign: UInt64] = [:]
    for campaign in allCases {
      // Below, some seeds are counted on from here.
      let seed = firstSeed ?? (campaign.isAtLength ? .random(in: 1...UInt64(Int32.max)) : 1)
      seeds[campaign] = seed
      guard campaign.isAtLength else { continue }
      // Not buffered, so that it is said even when the process then dies.
      let line = "Campaign \(campaign): SHARED_STORE_SEED=\(seed)\n"
      FileHandle.standardError.write(Data(line.utf8))
    }
    return seeds
  }()

  /// Random numbers from its seed.
  package var random: SeededGenerator { SeededGenerator(seed: seed) }

  /// How often something is done: in the sample, and at length.
  package func count(_ sample: Int, of all: Int) -> Int { isAtLength ? all : sample }

  /// Numbers of its rounds from 0, as many as there are to be or as there is time for.
  package func rounds(_ sample: Int, of all: Int) -> some Sequence<Int> {
    let end = ContinuousClock.now + Campaign.bound
    return (0..<count(sample, of: all)).lazy.prefix { _ in ContinuousClock.now < end }
  }

  /// Seeds of its rounds, as many as there are to be or as there is time for.
  package func seeds(_ sample: Int, of all: Int) -> some Sequence<UInt64> {
    let first = seed
    return rounds(sample, of: all).lazy.map { first &+ UInt64($0) }
  }
}
