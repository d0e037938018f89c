import SharedStoreSQLite

/// The type of a file system, and whether SQLite's log works on it: its index is shared memory,
/// which needs one kernel (https://www.sqlite.org/wal.html).
public struct FileSystemType: Hashable, Sendable {
  /// Its name where it is known, else its magic number.
  public let name: String
  /// Whether other machines may write the same files.
  public let isShared: Bool

  private static let known: [UInt64: (String, Bool)] = [
    0xEF53: ("ext4", false), 0x5846_5342: ("xfs", false), 0x9123_683E: ("btrfs", false),
    0x0102_1994: ("tmpfs", false), 0x794C_7630: ("overlayfs", false), 0x2FC1_2FC1: ("zfs", false),
    0xF2F5_2010: ("f2fs", false), 0x6969: ("nfs", true), 0xFF53_4D42: ("cifs", true),
    0xFE53_4D42: ("smb2", true), 0x0102_1997: ("9p", true), 0x6573_5546: ("fuse", true),
    0x6A65_6A63: ("virtiofs", true), 0x5346_414F: ("afs", true), 0x00C3_6400: ("ceph", true),
  ]

  package init(path: String) {
    guard let system = FileSystem(path: path) else {
      (name, isShared) = ("unknown", false)
      return
    }
    let number = "0x" + String(system.magic, radix: 16)
    (name, isShared) = FileSystemType.known[system.magic] ?? (number, false)
  }
}
