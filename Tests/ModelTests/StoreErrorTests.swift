import SharedStoreModel
import Testing

@Suite struct StoreErrorTests {
  /// The table of exit statuses and words that scripts rely on.
  static let table: [(Int32, [String])] = [
    (1, ["failed"]), (2, ["stale"]), (3, ["not-found"]), (4, ["store-missing"]),
    (5, ["busy", "suspended"]), (6, ["unreadable"]), (7, ["incompatible", "unsupported-format"]),
    (8, ["damaged"]), (9, ["replaced", "removed", "rewound"]), (10, ["full"]),
    (11, ["job-failed"]), (12, ["job-cancelled"]), (13, ["timed-out", "behind"]),
    (14, ["conflict"]), (15, ["exists"]), (16, ["group-open"]), (17, ["recovery-needed"]),
    (18, ["past-end"]), (64, ["usage"]), (65, ["bad-input"]), (78, ["configuration"]),
    (130, ["interrupted"]),
  ]

  @Test(arguments: table)
  func aWordHasItsExitStatus(_ status: Int32, _ words: [String]) {
    let found = StoreError.Code.allCases.filter { $0.exitStatus == status }.map(\.word)
    #expect(found.sorted() == words.sorted())
  }

  @Test func thereIsNoOtherWordAndNoneTwice() {
    let expected = StoreErrorTests.table.flatMap(\.1)
    #expect(StoreError.Code.allCases.map(\.word).sorted() == expected.sorted())
    #expect(Set(expected).count == expected.count)
  }

  @Test(
    arguments: [
      (.failed, "failed"), (.stale, "stale"), (.notFound, "not-found"),
      (.storeMissing, "store-missing"), (.busy, "busy"), (.suspended, "suspended"),
      (.unreadable, "unreadable"), (.incompatible, "incompatible"),
      (.unsupportedFormat, "unsupported-format"), (.damaged, "damaged"),
      (.replaced, "replaced"), (.removed, "removed"), (.rewound, "rewound"), (.full, "full"),
      (.jobFailed, "job-failed"), (.jobCancelled, "job-cancelled"), (.timedOut, "timed-out"),
      (.behind, "behind"), (.conflict, "conflict"), (.exists, "exists"),
      (.groupOpen, "group-open"), (.recoveryNeeded, "recovery-needed"), (.pastEnd, "past-end"),
      (.usage, "usage"), (.badInput, "bad-input"), (.configuration, "configuration"),
      (.interrupted, "interrupted"),
    ] as [(StoreError.Code, String)])
  func aNameInCodeIsItsWord(_ code: StoreError.Code, _ word: String) {
    #expect(code.word == word)
    #expect(code.description == word)
  }

  @Test(arguments: StoreError.Code.allCases)
  func everyCodeSaysWhatItMeansInOneLine(_ code: StoreError.Code) {
    #expect(!code.meaning.isEmpty)
    #expect(!code.meaning.contains("\n"))
  }

  @Test func codesAreComparedByTheirWord() {
    #expect(StoreError.Code.busy != .suspended)
    #expect(Set(StoreError.Code.allCases).count == StoreError.Code.allCases.count)
  }

  @Test func anErrorReadsAsItsSentenceItsSourceAndItsHint() {
    let plain = StoreError(.stale, "It changed.")
    #expect(plain.description == "It changed.")
    let full = StoreError(
      .busy, "It is locked.", hint: "Try again.",
      sqlite: StoreError.SQLiteCode(extended: 517, name: "SQLITE_BUSY_SNAPSHOT"))
    #expect(full.description == "It is locked. (SQLITE_BUSY_SNAPSHOT) Try again.")
  }

  @Test func thePrimaryCodeIsTheLowByteOfTheExtendedOne() {
    #expect(StoreError.SQLiteCode(extended: 517, name: "").primary == 5)
    #expect(StoreError.SQLiteCode(extended: 5, name: "").primary == 5)
  }

  @Test func anErrorKeepsEverythingWhenItIsGivenARevision() {
    let error = StoreError(
      .damaged, "It is damaged.", hint: "Restore.",
      sqlite: StoreError.SQLiteCode(extended: 11, name: "SQLITE_CORRUPT"))
    let placed = error.at(TestValues.revision(9))
    #expect(placed.storeRevision == TestValues.revision(9))
    #expect(placed.code == error.code && placed.message == error.message)
    #expect(placed.hint == error.hint && placed.sqlite == error.sqlite)
    #expect(error.storeRevision == nil)
  }
}
