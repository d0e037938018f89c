public import SharedStoreModel
import SharedStoreSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A directory that exists for one test: empty, mode 0700, removed when the value goes away.
///
/// Keep it in the suite's instance, or inside `withExtendedLifetime`: a path taken from it does not
/// keep the directory.
public final class TemporaryDirectory: Sendable {
  /// Its absolute path, without links.
  public let path: String

  /// Makes a directory in `TMPDIR`, or in `/tmp`.
  /// - Throws: `failed` when it cannot be made.
  public init() throws(StoreError) {
    do throws(SystemError) {
      path = try Paths.makeTemporaryDirectory(
        prefix: (Environment["TMPDIR"] ?? "/tmp") + "/shared-store-")
    } catch {
      throw StoreError(.failed, "No temporary directory can be made: \(error.text).")
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
