import SharedStore
import SharedStoreReader
import SharedStoreSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A directory for one round of one contender.
struct Workspace: ~Copyable {
  let directory: String

  /// Makes a directory under the system's temporary one, or under `SHARED_STORE_BENCH_DIRECTORY`.
  init() throws(BenchmarkError) {
    let base = Environment["SHARED_STORE_BENCH_DIRECTORY"] ?? Environment["TMPDIR"] ?? "/tmp"
    directory = base + "/store-benchmarks-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw BenchmarkError("cannot make a directory in \(base)")
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// A fresh store; the file is the one that the limit `same` works on too.
  func makeStore() throws(BenchmarkError) -> String {
    _ = try StorePublisher(directory, synchronous: .full, create: true)
    return directory + "/SharedStore/store.sqlite"
  }
}

/// Who publishes.
enum Contender: String, CaseIterable {
  case ours, same, upsert

  /// A publisher in a workspace that has a store.
  func publisher(
    _ directory: String, synchronous: Synchronous
  ) throws(BenchmarkError) -> any RawPublisher {
    switch self {
    case .ours:
      return try StorePublisher(directory, synchronous: synchronous, create: false)
    case .same:
      let path = directory + "/SharedStore/store.sqlite"
      return try SameStatements(RawConnection(path, synchronous: synchronous))
    case .upsert:
      return try UpsertStatements(
        RawConnection(directory + "/upsert.sqlite", synchronous: synchronous))
    }
  }
}
