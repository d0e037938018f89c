import Foundation
import SharedStore

/// What two processes share: a number, and the same number once more as text, so that a reader can
/// tell a whole value from a torn one.
struct KeptValue: Codable, Equatable, Sendable {
  var number: Int64
  var text: String

  init(_ number: Int64) {
    self.number = number
    text = "number \(number)"
  }

  /// Whether both halves are of one writing.
  var isWhole: Bool { self == KeptValue(number) }
}

/// A way in which apps share a value with their extensions.
protocol Keeper {
  init(_ directory: String) throws
  /// Sets the value, as durably as this way offers.
  func set(_ number: Int64) throws
  /// The value now; nil: there is none, or it cannot be read.
  func value() -> KeptValue?
  /// Adds one to the number.
  func increment() throws
}

/// The ways, in the order of the table.
enum KeeperName: String, CaseIterable {
  case store, file, defaults

  func open(_ directory: String) throws(BenchmarkError) -> any Keeper {
    do {
      switch self {
      case .store: return try StoreKeeper(directory)
      case .file: return FileKeeper(directory)
      case .defaults: return try DefaultsKeeper(directory)
      }
    } catch {
      throw BenchmarkError("\(rawValue): \(error)")
    }
  }
}

/// The store of this package.
struct StoreKeeper: Keeper {
  private struct Payload: SnapshotPayload {
    static let kind: Kind = "today"
    static let format = 1
    var value: KeptValue
  }

  private let writer: StoreWriter
  private let reader: StoreReader

  init(_ directory: String) throws {
    let location = StoreLocation.container(directory, appGroup: "group.benchmark")
    writer = try StoreWriter(location, create: true)
    reader = StoreReader(location)
  }

  func set(_ number: Int64) throws {
    try writer.publish(Payload(value: KeptValue(number)))
  }

  func value() -> KeptValue? { reader.read(Payload.self).snapshot?.payload.value }

  func increment() throws {
    while true {
      let now = reader.read(Payload.self).snapshot
      let next = Payload(value: KeptValue((now?.payload.value.number ?? 0) + 1))
      do throws(StoreError) {
        try writer.publish(next, ifRevision: now?.revision ?? .zero)
        return
      } catch {
        guard error.code == .stale else { throw error }
      }
    }
  }
}

/// A JSON file that is replaced as a whole by Foundation.
struct FileKeeper: Keeper {
  private let file: URL

  init(_ directory: String) {
    file = URL(fileURLWithPath: directory).appendingPathComponent("value.json")
  }

  func set(_ number: Int64) throws {
    try JSONEncoder().encode(KeptValue(number)).write(to: file, options: .atomic)
  }

  func value() -> KeptValue? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDecoder().decode(KeptValue.self, from: data)
  }

  func increment() throws { try set((value()?.number ?? 0) + 1) }
}

/// A suite of `UserDefaults`, synchronized after each change and before each addition.
struct DefaultsKeeper: Keeper {
  private static let name = "group.benchmark"

  private let suite: UserDefaults
  private let file: URL

  init(_ directory: String) throws {
    guard let suite = UserDefaults(suiteName: Self.name) else {
      throw CocoaError(.fileReadUnknown)
    }
    self.suite = suite
    file = URL(fileURLWithPath: directory).appendingPathComponent(".config/\(Self.name).plist")
  }

  func set(_ number: Int64) throws {
    let value = KeptValue(number)
    suite.set(Int(value.number), forKey: "number")
    suite.set(value.text, forKey: "text")
    // It fails now and then beside another writer, as it does in apps: what is lost is counted.
    suite.synchronize()
  }

  /// What a process that starts now finds in the suite's file.
  func value() -> KeptValue? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? PropertyListDecoder().decode(KeptValue.self, from: data)
  }

  func increment() throws {
    suite.synchronize()
    try set(Int64(suite.integer(forKey: "number")) + 1)
  }
}
