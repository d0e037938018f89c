import SharedStoreModel
import Testing

/// Every state with every event, and every short sequence of events.
@Suite struct SearchDebounceStateTests {
  enum State: CaseIterable {
    /// Nothing was ever typed.
    case empty
    /// "old" was typed at 100 and waits until 400; it is 200.
    case waiting
    /// The same, and it is 400.
    case due
    /// The same, and it was taken at 400.
    case taken

    var now: Int64 {
      switch self {
      case .empty: 0
      case .waiting: 200
      case .due, .taken: 400
      }
    }

    /// The time of the last call; time passes unseen after it.
    var lastCall: Int64 {
      switch self {
      case .empty: 0
      case .waiting, .due: 100
      case .taken: 400
      }
    }

    func machine() throws -> SearchDebounce {
      var machine = SearchDebounce()
      guard self != .empty else { return machine }
      try machine.inputReceived("old", at: 100)
      if self == .taken { _ = try machine.takeDue(at: 400) }
      return machine
    }
  }

  enum Event: CaseIterable {
    case newText, sameText, blank, take, flush, cancel

    func happen(to machine: inout SearchDebounce, at time: Int64) throws -> Outcome {
      switch self {
      case .newText: .action(try machine.inputReceived("new", at: time))
      case .sameText: .action(try machine.inputReceived("old", at: time))
      case .blank: .action(try machine.inputReceived(" ", at: time))
      case .take: .term(try machine.takeDue(at: time)?.text)
      case .flush: .term(try machine.flush(at: time)?.text)
      case .cancel: try cancelled(&machine, time)
      }
    }

    private func cancelled(_ machine: inout SearchDebounce, _ time: Int64) throws -> Outcome {
      try machine.cancel(at: time)
      return .term(nil)
    }
  }

  enum Outcome: Equatable {
    case action(SearchDebounce.InputAction)
    case term(String?)
  }

  struct Expected {
    let outcome: Outcome
    let pending: String?
    let deadline: Int64?
  }

  private func expected(_ state: State, _ event: Event) -> Expected {
    switch (state, event) {
    case (_, .newText):
      Expected(
        outcome: .action(.wait(until: state.now + 300)), pending: "new", deadline: state.now + 300)
    case (_, .sameText):
      Expected(
        outcome: .action(.wait(until: state.now + 300)), pending: "old", deadline: state.now + 300)
    case (_, .blank):
      Expected(outcome: .action(.clear), pending: nil, deadline: nil)
    case (.waiting, .take):
      Expected(outcome: .term(nil), pending: "old", deadline: 400)
    case (.due, .take), (.due, .flush), (.waiting, .flush):
      Expected(outcome: .term("old"), pending: nil, deadline: nil)
    case (.empty, .take), (.taken, .take), (.empty, .flush), (.taken, .flush), (_, .cancel):
      Expected(outcome: .term(nil), pending: nil, deadline: nil)
    }
  }

  @Test(arguments: State.allCases, Event.allCases)
  func everyEventInEveryState(state: State, event: Event) throws {
    var machine = try state.machine()
    let generation = machine.generation
    let expected = expected(state, event)
    #expect(try event.happen(to: &machine, at: state.now) == expected.outcome)
    #expect(machine.pending?.text == expected.pending)
    #expect(machine.deadline == expected.deadline)
    let isInput = [.newText, .sameText, .blank].contains(event)
    #expect(machine.generation.number == generation.number + (isInput ? 1 : 0))
    #expect(isInput ? machine.generation > generation : machine.generation == generation)
    // The time was noted: it cannot go back from here.
    if state.now > 0 {
      #expect(throws: SearchDebounce.TimeRefusal.backwards(state.now - 1, last: state.now)) {
        try machine.takeDue(at: state.now - 1)
      }
    }
  }

  @Test(arguments: State.allCases, Event.allCases)
  func everyEventRefusesABadTimeInEveryStateAndChangesNothing(state: State, event: Event) throws {
    var machine = try state.machine()
    let before = machine
    var badTimes: [Int64] = [-1, .min]
    if state.lastCall > 0 { badTimes += [0, state.lastCall - 1] }
    if [.newText, .sameText].contains(event) { badTimes += [.max - 299, .max] }
    for time in badTimes {
      #expect(throws: SearchDebounce.TimeRefusal.self) {
        try event.happen(to: &machine, at: time)
      }
      #expect(machine == before)
    }
  }

  /// What happened, as the rules tell it: without a state, only by looking back.
  private struct History {
    var events: [(event: Event, time: Int64)] = []
    let delay: Int64

    /// What taking, or flushing, at a time gives.
    func answer(at time: Int64, isFlush: Bool) -> String? {
      guard let index = events.lastIndex(where: { $0.event != .take }) else { return nil }
      let (event, typed) = events[index]
      let wasTaken = events[(index + 1)...].contains { $0.time >= typed + delay }
      guard !wasTaken, isFlush || time >= typed + delay else { return nil }
      switch event {
      case .newText: return "new"
      case .sameText: return "old"
      case .blank, .take, .flush, .cancel: return nil
      }
    }
  }

  @Test func everySequenceOfFourEventsGivesWhatLookingBackGives() throws {
    let delay = try #require(SearchDelay(milliseconds: 2))
    var (sequences, taken) = (0, 0)
    func explore(_ machine: SearchDebounce, _ history: History, _ now: Int64) throws {
      guard history.events.count < 4 else { return }
      for step in 0...2 as ClosedRange<Int64> {
        for event in Event.allCases {
          let time = now + step
          var (machine, history) = (machine, history)
          let outcome = try event.happen(to: &machine, at: time)
          if event == .take || event == .flush {
            let answer = history.answer(at: time, isFlush: event == .flush)
            try #require(outcome == .term(answer), "\(history.events) then \(event) at \(time)")
            taken += answer == nil ? 0 : 1
          }
          history.events.append((event, time))
          sequences += 1
          try explore(machine, history, time)
        }
      }
    }
    try explore(SearchDebounce(delay: delay), History(delay: delay.milliseconds), 0)
    #expect(sequences == 18 + 324 + 5_832 + 104_976)
    #expect(taken > 1_000)
  }
}
