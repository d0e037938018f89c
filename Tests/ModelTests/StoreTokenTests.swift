import SharedStoreModel
import Testing

@Suite struct StoreTokenTests {
  private let before = TestValues.token(5)

  @Test(
    arguments: [
      ("s", "l", 5, .unchanged), ("s", "l", 6, .advanced), ("s", "l", .max, .advanced),
      ("s", "l", 4, .rewound), ("s", "l", 0, .rewound),
      // Another line of the same store, wherever it stands.
      ("s", "m", 4, .rewound), ("s", "m", 5, .rewound), ("s", "m", 6, .rewound),
      // Another store, whatever its line and revision.
      ("t", "l", 4, .replaced), ("t", "l", 5, .replaced), ("t", "l", 6, .replaced),
      ("t", "m", 4, .replaced), ("t", "m", 5, .replaced), ("t", "m", 6, .replaced),
    ] as [(String, String, Int64, StoreToken.Movement)])
  func aStoreMovesInOneOfFourWays(
    _ store: String, _ line: String, _ revision: Int64, _ expected: StoreToken.Movement
  ) {
    let later = TestValues.token(revision, store: store, line: line)
    #expect(before.movement(to: later) == expected)
  }
}
