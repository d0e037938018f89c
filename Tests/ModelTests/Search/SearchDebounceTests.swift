import SharedStoreModel
import Testing

@Suite struct SearchDebounceTests {
  private var debounce = SearchDebounce()

  @Test mutating func aTermIsTakenAtItsDeadlineOnceAndTrimmed() throws {
    #expect(try debounce.inputReceived(" swift ", at: 0) == .wait(until: 300))
    #expect(try debounce.takeDue(at: 299) == nil)
    #expect(try debounce.takeDue(at: 300)?.text == "swift")
    #expect(try debounce.takeDue(at: 301) == nil)
  }

  @Test mutating func everyInputMovesTheDeadlineAndOnlyTheLastIsTaken() throws {
    for (text, time) in [("s", 0), ("sw", 100), ("swi", 220)] as [(String, Int64)] {
      try debounce.inputReceived(text, at: time)
    }
    #expect(debounce.deadline == 520)
    #expect(try debounce.takeDue(at: 300) == nil)
    #expect(try debounce.takeDue(at: 519) == nil)
    #expect(try debounce.takeDue(at: 520)?.text == "swi")
  }

  @Test mutating func aBlankInputCancels() throws {
    try debounce.inputReceived("abc", at: 0)
    #expect(try debounce.inputReceived("   ", at: 100) == .clear)
    #expect(debounce.pending == nil)
    #expect(debounce.deadline == nil)
    #expect(debounce.generation.number == 2)
    #expect(try debounce.takeDue(at: 300) == nil)
    #expect(try debounce.takeDue(at: 10_000) == nil)
  }

  @Test mutating func theSameTextRestartsTheWait() throws {
    try debounce.inputReceived("q", at: 0)
    #expect(try debounce.inputReceived("q", at: 200) == .wait(until: 500))
    #expect(try debounce.takeDue(at: 300) == nil)
    #expect(try debounce.takeDue(at: 499) == nil)
    #expect(try debounce.takeDue(at: 500)?.text == "q")
  }

  @Test mutating func aCallFarTooLateStillTakesTheTerm() throws {
    try debounce.inputReceived("q", at: 0)
    #expect(try debounce.takeDue(at: 1_000_000_000)?.text == "q")
  }

  @Test mutating func aDueTermThatNobodyTookIsReplacedByANewerInput() throws {
    try debounce.inputReceived("old", at: 0)
    try debounce.inputReceived("new", at: 5_000)
    #expect(try debounce.takeDue(at: 5_000) == nil)
    #expect(try debounce.takeDue(at: 5_300)?.text == "new")
  }

  @Test mutating func enterTakesTheTermAndNothingIsLeftForTheDeadline() throws {
    try debounce.inputReceived("abc", at: 0)
    #expect(try debounce.flush(at: 50)?.text == "abc")
    #expect(try debounce.flush(at: 50) == nil)
    #expect(try debounce.takeDue(at: 300) == nil)
  }

  @Test mutating func escapeDropsTheTerm() throws {
    try debounce.inputReceived("abc", at: 0)
    try debounce.cancel(at: 50)
    #expect(try debounce.flush(at: 60) == nil)
    #expect(try debounce.takeDue(at: 300) == nil)
  }

  @Test func aDelayIsOneMillisecondToOneMinute() {
    #expect(SearchDebounce().delay.milliseconds == 300)
    for accepted in [1, 300, 60_000] as [Int64] {
      #expect(SearchDelay(milliseconds: accepted)?.milliseconds == accepted)
    }
    for refused in [0, -1, 60_001, .min, .max] as [Int64] {
      #expect(SearchDelay(milliseconds: refused) == nil)
    }
  }

  @Test mutating func aBadTimeIsRefusedByItsNameAndChangesNothing() throws {
    try debounce.inputReceived("a", at: 100)
    let before = debounce
    for (time, refusal) in [
      (-1, .negative(-1)), (.min, .negative(.min)), (50, .backwards(50, last: 100)),
      (.max - 299, .tooLate(.max - 299, delay: .standard)),
      (.max, .tooLate(.max, delay: .standard)),
    ] as [(Int64, SearchDebounce.TimeRefusal)] {
      #expect(throws: refusal) { try debounce.inputReceived("b", at: time) }
      #expect(debounce == before)
    }
    #expect(throws: SearchDebounce.TimeRefusal.backwards(99, last: 100)) {
      try debounce.takeDue(at: 99)
    }
    #expect(debounce == before)
    #expect(try debounce.takeDue(at: 400)?.text == "a")
  }

  @Test mutating func theLastTimeThatLeavesRoomForADeadlineIsAccepted() throws {
    #expect(try debounce.inputReceived("a", at: .max - 300) == .wait(until: .max))
    // Neither needs a deadline of its own.
    var other = debounce
    #expect(try debounce.takeDue(at: .max)?.text == "a")
    #expect(try other.inputReceived(" ", at: .max) == .clear)
  }

  @Test func aRefusalIsAWholeSentence() {
    let refusals: [SearchDebounce.TimeRefusal] = [
      .negative(-1), .backwards(50, last: 100), .tooLate(.max, delay: .standard),
    ]
    #expect(
      refusals.map(\.description) == [
        "The time -1 ms is negative.",
        "The time went backwards, from 100 ms to 50 ms.",
        "The time 9223372036854775807 ms is too late to wait 300 ms.",
      ])
  }
}
