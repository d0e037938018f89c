import SharedStoreModel
import Testing

@Suite struct RevisionTests {
  @Test(arguments: [0, 1, 42, Int64.max] as [Int64])
  func everyNumberFromZeroOnIsARevision(_ number: Int64) throws {
    let revision = try #require(Revision(rawValue: number))
    #expect(revision.rawValue == number)
    #expect(revision.description == String(number))
  }

  @Test(arguments: [-1, -42, Int64.min] as [Int64])
  func aNegativeNumberIsNoRevision(_ number: Int64) {
    #expect(Revision(rawValue: number) == nil)
  }

  @Test func theSuccessorIsOneMore() throws {
    #expect(Revision.zero.successor == Revision(rawValue: 1))
    let last = try #require(Revision(rawValue: .max - 1))
    #expect(last.successor == .max)
  }

  @Test func theLastRevisionHasNoSuccessor() {
    #expect(Revision.max.successor == nil)
  }

  @Test func revisionsAreOrderedByTheirNumber() throws {
    let (two, ten) = (try #require(Revision(rawValue: 2)), try #require(Revision(rawValue: 10)))
    #expect(two < ten)
    #expect(!(ten < two))
    #expect(!(two < two))
    #expect(Revision.zero < two && ten < .max)
  }
}
