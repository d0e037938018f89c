public import SharedStoreModel
import SharedStoreReader

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
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
    let parent = Environment["TMPDIR"] ?? "/tmp"
    var template = Array((parent + "/shared-store-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StoreError(
        .failed, "No temporary directory can be made: \(String(cString: strerror(errno))).")
    }
    let bytes = template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    guard let resolved = try? Paths.resolved(String(decoding: bytes, as: UTF8.self)) else {
      throw StoreError(.failed, "The temporary directory cannot be resolved.")
    }
    path = resolved
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
