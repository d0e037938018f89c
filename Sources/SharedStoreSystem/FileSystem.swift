import CSharedStoreSystem

/// What the kernel says about the file system a path is on.
package struct FileSystem: Hashable, Sendable {
  /// The number that names its type, statfs(2).
  private let magic: UInt64
  /// Bytes free to this user.
  package let freeBytes: UInt64

  /// Asks for a path; `nil` when it cannot be reached.
  package init?(path: String) {
    var magic: UInt64 = 0
    var free: UInt64 = 0
    guard path.withCString({ shared_store_file_system($0, &magic, &free) }) == 0 else { return nil }
    self.magic = magic
    freeBytes = free
  }

  private static let known: [UInt64: (String, Bool)] = [
    0xEF53: ("ext4", false), 0x5846_5342: ("xfs", false), 0x9123_683E: ("btrfs", false),
    0x0102_1994: ("tmpfs", false), 0x794C_7630: ("overlayfs", false), 0x2FC1_2FC1: ("zfs", false),
    0xF2F5_2010: ("f2fs", false), 0x6969: ("nfs", true), 0xFF53_4D42: ("cifs", true),
    0xFE53_4D42: ("smb2", true), 0x0102_1997: ("9p", true), 0x6573_5546: ("fuse", true),
    0x6A65_6A63: ("virtiofs", true), 0x5346_414F: ("afs", true), 0x00C3_6400: ("ceph", true),
  ]

  /// The type's name where it is known, else its magic number.
  package var name: String { FileSystem.known[magic]?.0 ?? "0x" + String(magic, radix: 16) }

  /// Whether other machines may write the same files.
  package var isShared: Bool { FileSystem.known[magic]?.1 ?? false }
}
