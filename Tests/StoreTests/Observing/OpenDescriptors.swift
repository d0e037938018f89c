import Foundation
import SharedStoreReader
import SharedStoreSystem

/// The descriptors of this process that have to do with a store.
struct OpenDescriptors {
  /// How many files of the store are open.
  private(set) var files = 0
  /// How many watches there are on its folder.
  private(set) var watches = 0

  init(_ store: TestStore) throws {
    let directory = try store.paths.directory
    let inode = String(try FileStatus(path: directory).identity.inode, radix: 16)
    for number in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      let link = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/" + number)
      if link?.hasPrefix(directory) == true { files += 1 }
      guard link == "anon_inode:inotify" else { continue }
      let info = try? String(contentsOfFile: "/proc/self/fdinfo/" + number, encoding: .utf8)
      if info?.contains(" ino:\(inode) ") == true { watches += 1 }
    }
  }
}
