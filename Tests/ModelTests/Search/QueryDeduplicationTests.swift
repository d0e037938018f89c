import SharedStoreModel
import Testing

@Suite struct QueryDeduplicationTests {
  private var deduplication = QueryDeduplication()
  private let term: SearchTerm
  private let other: SearchTerm

  init() throws {
    term = try #require(SearchTerm("swift"))
    other = try #require(SearchTerm("swiftly"))
  }

  private func store(_ revision: Int64, incarnation: String = "a") throws -> StoreToken {
    StoreToken(
      storeID: "s", incarnation: incarnation,
      revision: try #require(Revision(rawValue: revision)))
  }

  @Test mutating func theSameQueryOfTheSameStoreIsSentOnce() throws {
    #expect(deduplication.admit(term, at: try store(1)))
    #expect(!deduplication.admit(term, at: try store(1)))
    #expect(!deduplication.admit(try #require(SearchTerm(" swift ")), at: try store(1)))
  }

  @Test mutating func onlyTheLastQueryIsRemembered() throws {
    #expect(deduplication.admit(term, at: try store(1)))
    #expect(deduplication.admit(other, at: try store(1)))
    #expect(deduplication.admit(term, at: try store(1)))
  }

  @Test mutating func aStoreThatMovedIsAskedAgain() throws {
    #expect(deduplication.admit(term, at: try store(1)))
    #expect(deduplication.admit(term, at: try store(2)))
    #expect(!deduplication.admit(term, at: try store(2)))
    #expect(deduplication.admit(term, at: try store(2, incarnation: "b")))
  }

  @Test mutating func aClearedFieldOrAFailureIsAskedAgain() throws {
    #expect(deduplication.admit(term, at: try store(1)))
    deduplication.forget()
    #expect(deduplication.admit(term, at: try store(1)))
  }

  @Test mutating func theSameTextTypedAgainStillRestartsTheWaitInFrontOfIt() throws {
    var debounce = SearchDebounce()
    for time in [0, 200, 400] as [Int64] { try debounce.inputReceived("q", at: time) }
    #expect(try debounce.takeDue(at: 699) == nil)
    let due = try #require(try debounce.takeDue(at: 700))
    #expect(deduplication.admit(due, at: try store(1)))
  }
}
