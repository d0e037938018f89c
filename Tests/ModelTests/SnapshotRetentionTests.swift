import SharedStoreModel
import Testing

@Suite struct SnapshotRetentionTests {
  @Test func theStandardRuleIsSixteenVersionsAndFourMebibytes() {
    #expect(SnapshotRetention.standard.versions == 16)
    #expect(SnapshotRetention.standard.bytes == 4_194_304)
  }

  @Test(
    arguments: [
      // versions, bytes, sizes newest first, kept
      (3, 1_000, [], 0),
      (3, 1_000, [1], 1),
      (3, 1_000, [1, 1, 1], 3),
      (3, 1_000, [1, 1, 1, 1], 3),
      (1, 1_000, [1, 1], 1),
      (9, 10, [5, 5], 2),
      (9, 10, [5, 5, 1], 2),
      (9, 10, [5, 6], 1),
      // The current version stays however large it is, and nothing beside it.
      (9, 10, [11], 1),
      (9, 10, [11, 0], 1),
      // A version that does not fit ends the list, even where a smaller one behind it would fit.
      (9, 10, [4, 7, 1], 1),
    ] as [(Int, Int, [Int], Int)])
  func theNewestVersionsWithinBothLimitsAreKept(
    _ versions: Int, _ bytes: Int, _ sizes: [Int], _ kept: Int
  ) {
    #expect(SnapshotRetention(versions: versions, bytes: bytes).keptVersions(of: sizes) == kept)
  }

  @Test(arguments: [0, -1, Int.min])
  func aLimitBelowOneCountsAsOne(_ number: Int) {
    let rule = SnapshotRetention(versions: number, bytes: number)
    #expect(rule.versions == 1)
    #expect(rule.bytes == 1)
    #expect(rule.keptVersions(of: [500, 500]) == 1)
  }
}
