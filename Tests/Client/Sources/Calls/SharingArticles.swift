import Foundation
import SharedStore

// The samples of the README and of the articles on sharing, as they stand there.

struct Todo: SnapshotPayload {
  static let kind: Kind = "todo/list"
  static let format = 1
  var open: Int
  var title: String
}

func show(_ what: Any?...) {}
func reloadTimelines(_ kind: Kind) {}

func readme() async throws {
  let location = StoreLocation.appGroup("group.example.todo")

  // In the app:
  let store = try await StoreWriter.open(location, create: true)
  try await store.write { tx in  // several things, one revision
    try tx.publish(Todo(open: 3, title: "Today"))
    try tx.publish(CountSnapshot(count: 12), kind: "streak")
  }
  let receipt = try await store.publish(Todo(open: 2, title: "Today"))

  // In the extension, which needs SharedStoreReader only:
  let reader = StoreReader(location)  // opens lazily, never creates
  let reading = await reader.read(Todo.self)  // a value, or the reason why there is none
  let timeline = SnapshotTimeline(now: .now, reading: reading)  // pure
  show(receipt, timeline)
}

func places() throws -> [StoreLocation] {
  let location = StoreLocation.appGroup("group.example.todo")
  let elsewhere = try StoreLocation.configured()
  return [location, elsewhere]
}

func sharing(at location: StoreLocation) async throws {
  let store = try await StoreWriter.open(location, create: true)
  let receipt = try await store.publish(Todo(open: 2, title: "Today"))
  for kind in receipt.reloadKinds { reloadTimelines(kind) }

  do {
    try await store.publish(Todo(open: 1, title: "Today"), ifRevision: receipt.revision)
  } catch StoreError.Code.stale {
    // Somebody was quicker: read again, then decide.
  }

  let reader = StoreReader(location)
  let reading = await reader.read(Todo.self)
  switch reading {
  case .value(let record, _): show(record.payload.open, record.revision)
  case .unavailable(let error): show(error.code)
  }

  let timeline = SnapshotTimeline(now: .now, reading: reading)
  show(timeline)
}

struct Streak: SnapshotPayload {
  static let kind: Kind = "streak"
  static let format = 1
  var days: Int
  var lastDay: String
}

func moveStreak(from defaults: UserDefaults, to store: StoreWriter) async throws {
  guard let lastDay = defaults.string(forKey: "lastDay") else { return }
  let streak = Streak(days: defaults.integer(forKey: "days"), lastDay: lastDay)
  do {
    // Only if nothing is there: whoever comes second does not undo what has happened since.
    try await store.publish(streak, ifRevision: .zero)
  } catch StoreError.Code.stale {
    // It was moved before.
  }
}

func streak(at location: StoreLocation) -> Streak? {
  let streak = StoreReader(location).read(Streak.self).snapshot?.payload
  return streak
}
