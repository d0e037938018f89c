import SharedStoreModel
import Testing

/// Sequences from the tests and bug reports of other debounce operators, with what this one does.
@Suite struct SearchDebounceReplayTests {
  struct Replay: CustomTestStringConvertible {
    let name: String
    var delay: Int64 = 300
    let trace: String
    /// What is taken when a deadline comes before an input at the same time.
    let takeFirst: String
    /// What is taken when the input comes first.
    let inputFirst: String
    var hasTimer = true

    var testDescription: String { name }
  }

  private static func replay(
    _ name: String, delay: Int64 = 300, _ trace: String, _ taken: String, inputFirst: String? = nil,
    hasTimer: Bool = true
  ) -> Replay {
    Replay(
      name: name, delay: delay, trace: trace, takeFirst: taken, inputFirst: inputFirst ?? taken,
      hasTimer: hasTimer)
  }

  /// Inputs of these values at an even pace.
  private static func ticks(
    _ values: ClosedRange<Int64>, from first: Int64, every step: Int64
  ) -> String {
    values.map { "\(first + ($0 - values.lowerBound) * step):\($0)" }.joined(separator: " ")
  }

  private static func taken(
    _ values: ClosedRange<Int64>, from first: Int64, every step: Int64
  ) -> String {
    values.map { "\($0)@\(first + ($0 - values.lowerBound) * step)" }.joined(separator: " ")
  }

  static let replays: [Replay] = [
    replay(
      "R1 bursts", "0:a 100:b 200:c 300:d 800:e 1200:f 1400:g", "d@600 e@1100 g@1700"),
    replay(
      "R2 cancelled with a term left", "0:a 100:b 200:c 300:d 800:e 1200:f 1400:g 1600!",
      "d@600 e@1100"),
    replay("R3 cancelled at once", "0:a 100! 300? 9999?", ""),
    replay(
      "R4 an input at the deadline", "0:a 100:b 400:c 500:d 700:e 900:f 1300:g 1400:h",
      "b@400 f@1200 h@1700", inputFirst: "f@1200 h@1700"),
    replay(
      "R5 another one", delay: 500, "0:0 250:1 1000:2 1250:3 1500:4 2000:5", "1@750 4@2000 5@2500",
      inputFirst: "1@750 5@2500"),
    replay(
      "R6 asked before the deadline", delay: 13, "0:1 4:2 9:3 13? 17? 21? 22?", "3@22",
      hasTimer: false),
    replay("R6 asked once, late", delay: 13, "0:1 4:2 9:3 200? 201?", "3@200", hasTimer: false),
    replay("R7 cancelled, then asked", delay: 13, "0:1 4! 100?", ""),
    replay(
      "R8 pauses", delay: 1_000, "0:A 1500:B 2000:C 2250:D 4250:E", "A@1000 D@3250 E@5250"),
    replay(
      "R9 a pace just under and just over the delay", delay: 100,
      ticks(0...9, from: 0, every: 99) + " " + ticks(10...19, from: 990, every: 101),
      taken(10...19, from: 1_090, every: 101)),
    replay("R10 the shortest delay, one burst", delay: 1, "0:A 0:B 0:C", "C@1"),
    replay(
      "R10 the shortest delay, one input each", delay: 1, "0:A 1:B 2:C", "A@1 B@2 C@3",
      inputFirst: "C@3"),
    replay(
      "R11 exact wake-ups", delay: 1_000, "0:1 99:2 198:3 1199:4 2200:5", "3@1198 4@2199 5@3200"),
    replay(
      "R11 one wake-up a millisecond late", delay: 1_000,
      "0:1 99:2 198:3 1198? 1199:4 2200:5 2200? 3200?", "3@1198 5@3200", hasTimer: false),
    replay("R12 the last value", delay: 50, "20:1 120:2", "1@70 2@170"),
    replay("R12 the last value, cancelled", delay: 50, "20:1 120:2 160!", "1@70"),
    replay("R12 the last value, flushed", delay: 50, "20:1 120:2 160^", "1@70 2@160"),
    replay("R14 two pairs of keys", delay: 100, "0:k1 25:k2 200:k3 220:k4", "k2@125 k4@320"),
    replay("R15 never a pause", delay: 200, ticks(0...9, from: 0, every: 100), "9@1100"),
    replay(
      "R16 every input at a deadline", delay: 200, ticks(0...9, from: 0, every: 200),
      taken(0...9, from: 200, every: 200), inputFirst: "9@2000"),
    replay(
      "R17 half the delay", delay: 2_000, ticks(1...10, from: 1_000, every: 1_000), "10@12000"),
    replay("R18 inputs at one time", delay: 32, "0:a 0:b 0:c 128:d 128:e 128:f", "c@32 f@160"),
    replay("R19 blank in between", "0:ab 100:_", ""),
    replay("R19 blank just in time", "0:ab 299:_", ""),
    replay("R19 blank at the deadline", "0:ab 300:_", "ab@300", inputFirst: ""),
    replay("R20 the same text again", "0:q 200:q 400:q_", "q@700"),
  ]

  @Test(arguments: replays, DebounceReplay.Tie.allCases)
  func replaysAsWritten(replay: Replay, tie: DebounceReplay.Tie) throws {
    let taken = try DebounceReplay.play(
      replay.trace, delay: replay.delay, tie: tie, hasTimer: replay.hasTimer)
    #expect(taken == (tie == .takeFirst ? replay.takeFirst : replay.inputFirst))
  }

  @Test func r13TwoMachinesShareNothing() throws {
    var machines = [SearchDebounce](
      repeating: SearchDebounce(delay: try #require(SearchDelay(milliseconds: 100))), count: 2)
    for (text, time) in [("3", 0), ("5", 200), ("7", 400)] as [(String, Int64)] {
      for index in machines.indices { try machines[index].inputReceived(text, at: time) }
      for index in machines.indices {
        #expect(try machines[index].takeDue(at: time + 100)?.text == text)
      }
    }
  }

  @Test func r21AnInputWhileATermIsBeingHandledWaitsItsOwnTurn() throws {
    var debounce = SearchDebounce()
    var taken: [String] = []
    try debounce.inputReceived("1", at: 0)
    for time in [300, 600] as [Int64] {
      guard let term = try debounce.takeDue(at: time) else { continue }
      // Handling it: the first one makes its handler type something.
      if term.text == "1" { try debounce.inputReceived("2", at: time) }
      taken.append("\(term.text)@\(time)")
    }
    #expect(taken == ["1@300", "2@600"])
  }

  @Test func r22ARefusedTimeLeavesTheTermToBeTaken() throws {
    var debounce = SearchDebounce()
    #expect(throws: SearchDebounce.TimeRefusal.negative(-1)) {
      try debounce.inputReceived("a", at: -1)
    }
    try debounce.inputReceived("b", at: 100)
    #expect(throws: SearchDebounce.TimeRefusal.self) { try debounce.inputReceived("c", at: 50) }
    #expect(throws: SearchDebounce.TimeRefusal.self) { try debounce.takeDue(at: 99) }
    #expect(throws: SearchDebounce.TimeRefusal.self) {
      try debounce.inputReceived("d", at: .max - 299)
    }
    #expect(debounce.pending?.text == "b")
    #expect(try debounce.takeDue(at: 400)?.text == "b")
    #expect(try debounce.inputReceived("e", at: .max - 300) == .wait(until: .max))
  }

  // One column is 100 ms; `_` is a blank input.
  @Test(arguments: [
    ("abcd----e---f-g---", "------d----e-----g"),
    ("a-b-c-d-----------", "---------d--------"),
    ("ab_---------------", "------------------"),
    ("a_b---------------", "-----b------------"),
    ("a---b---c---------", "---a---b---c------"),
  ])
  func marbles(typed: String, taken: String) throws {
    let trace = typed.enumerated().filter { $0.element != "-" }
      .map { "\($0.offset * 100):\($0.element)" }.joined(separator: " ")
    let expected = taken.enumerated().filter { $0.element != "-" }
      .map { "\($0.element)@\($0.offset * 100)" }.joined(separator: " ")
    for tie in DebounceReplay.Tie.allCases {
      #expect(try DebounceReplay.play(trace, tie: tie) == expected)
    }
  }
}
