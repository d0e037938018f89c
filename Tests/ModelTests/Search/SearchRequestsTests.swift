import SharedStoreModel
import Testing

@Suite struct SearchRequestsTests {
  private var requests = SearchRequests()

  @Test mutating func aSlowAnswerToAnOlderRequestIsDroppedAndCounted() {
    let short = requests.requestSent()
    let long = requests.requestSent()
    #expect(requests.answerReceived(long) == .show)
    #expect(requests.answerReceived(short) == .drop)
    #expect(requests.droppedAnswers == 1)
    // More of the same answer is still the answer.
    #expect(requests.answerReceived(long) == .show)
    #expect(requests.droppedAnswers == 1)
  }

  @Test mutating func anOlderAnswerIsDroppedEvenBeforeTheNewerOneArrives() {
    let old = requests.requestSent()
    _ = requests.requestSent()
    #expect(requests.answerReceived(old) == .drop)
  }

  @Test mutating func afterTheFieldWasClearedNoAnswerIsShown() {
    let asked = requests.requestSent()
    requests.fieldCleared()
    #expect(requests.answerReceived(asked) == .drop)
    #expect(requests.answerReceived(requests.requestSent()) == .show)
  }

  @Test mutating func everyRequestHasAGreaterGenerationThanAllBefore() {
    var generations: [RequestGeneration] = []
    for number in 0..<100 {
      generations.append(requests.requestSent())
      if number % 7 == 0 { requests.fieldCleared() }
    }
    #expect(zip(generations, generations.dropFirst()).allSatisfy { $0 < $1 })
    #expect(Set(generations).count == 100)
  }

  @Test mutating func typingOnDoesNotMakeARequestOld() throws {
    // An input that never becomes a request is none of the answer's business.
    var debounce = SearchDebounce()
    let asked = requests.requestSent()
    for time in 0..<10 as Range<Int64> { try debounce.inputReceived("x", at: time) }
    #expect(requests.answerReceived(asked) == .show)
  }
}
