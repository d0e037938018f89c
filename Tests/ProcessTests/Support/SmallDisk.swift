import Foundation
import SharedStoreTesting
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file system in memory that is soon full; unmounted when the value goes away.
final class SmallDisk {
  private let mountPoint: TemporaryDirectory
  var path: String { mountPoint.path }

  init(megabytes: Int) throws {
    mountPoint = try TemporaryDirectory()
    let mount = ["/bin/mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=700", "tmpfs"]
    try #require(try Child(Launch(mount + [mountPoint.path])).wait().exitCode == 0)
  }

  deinit {
    _ = try? Child(Launch(["/bin/umount", "--lazy", mountPoint.path])).wait()
  }

  /// Whether this process may mount one.
  static let isAvailable: Bool = geteuid() == 0 && (try? SmallDisk(megabytes: 1)) != nil

  private var filler: String { path + "/filler" }

  /// Fills it to the last byte with a file of somebody else's.
  func fill() throws {
    let descriptor = open(filler, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    for size in [65_536, 4_096, 1] {
      let chunk = [UInt8](repeating: 0x2e, count: size)
      while write(descriptor, chunk, size) > 0 {}
    }
    try #require(errno == ENOSPC)
  }

  /// Removes that file.
  func free() throws {
    try FileManager.default.removeItem(atPath: filler)
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the test only where a small file system can be mounted.
  static var needsSmallDisk: Self {
    .enabled(if: SmallDisk.isAvailable, "SKIPPED: it needs root and a tmpfs to mount.")
  }
}
