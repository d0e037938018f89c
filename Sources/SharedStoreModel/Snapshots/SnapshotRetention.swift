/// How many versions of a kind are kept.
public struct SnapshotRetention: Hashable, Sendable {
  /// The most versions any rule keeps: to find the newest, all of them are looked at.
  package static let mostVersions = 64

  /// The most versions of one kind, from 1 to 64.
  public let versions: Int
  /// The most bytes of payload of one kind; the current version stays even when it is larger.
  public let bytes: Int

  /// 16 versions and 4 MiB.
  public static let standard = SnapshotRetention(versions: 16, bytes: 4 << 20)

  /// Creates a rule; numbers below one count as one, and more than 64 versions as 64.
  public init(versions: Int, bytes: Int) {
    self.versions = min(max(versions, 1), SnapshotRetention.mostVersions)
    self.bytes = max(bytes, 1)
  }

  /// How many of a kind's versions stay.
  /// - Parameter sizes: Bytes of payload, newest version first.
  /// - Returns: A number of versions, 1 or more if there are any.
  public func keptVersions(of sizes: [Int]) -> Int {
    var kept = 0
    var total = 0
    for size in sizes.prefix(versions) {
      // Sizes come from a file, which may hold any number.
      total = total.addingReportingOverflow(size).overflow ? .max : total + size
      if kept > 0 && total > bytes { break }
      kept += 1
    }
    return kept
  }
}
