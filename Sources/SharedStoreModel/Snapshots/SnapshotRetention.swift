/// How many versions of a kind are kept (contract R6).
public struct SnapshotRetention: Hashable, Sendable {
  /// The most versions of one kind, 1 or more.
  public let versions: Int
  /// The most bytes of payload of one kind; the current version stays even when it is larger.
  public let bytes: Int

  /// 16 versions and 4 MiB.
  public static let standard = SnapshotRetention(versions: 16, bytes: 4 << 20)

  /// Creates a rule; numbers below one count as one.
  public init(versions: Int, bytes: Int) {
    self.versions = max(versions, 1)
    self.bytes = max(bytes, 1)
  }

  /// How many of a kind's versions stay.
  /// - Parameter sizes: Bytes of payload, newest version first.
  /// - Returns: A number of versions, 1 or more if there are any.
  public func keptVersions(of sizes: [Int]) -> Int {
    var kept = 0
    var total = 0
    for size in sizes.prefix(versions) {
      total += size
      if kept > 0 && total > bytes { break }
      kept += 1
    }
    return kept
  }
}
