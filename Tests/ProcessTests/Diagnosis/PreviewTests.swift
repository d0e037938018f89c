import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct PreviewTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    @Test func theCardShowsTheValueAndItsRevision() throws {
      try bench.app("count", "set", "todo", "0", "--title", "Today").expectSuccess()
      let text = try bench.extension("preview", "todo").output
      #expect(text.contains("| 0 ") && text.contains("| Today ") && text.contains("| revision 1 "))
    }

    @Test func aLaterLookSaysThatTheCardMayBeOutOfDate() throws {
      try bench.app("count", "set", "todo", "3").expectSuccess()
      let late = try bench.extension("preview", "todo", "--at", "9000-01-01T00:00:00Z").output
      #expect(late.contains("may be out of date"))
      let early = try bench.extension("preview", "todo", "--at", "2020-01-01T00:00:00Z").output
      #expect(!early.contains("may be out of date"))
    }

    @Test func aDefaultStateIsShownInPlainWordsAndTheExitCodeIsTheReasons() throws {
      let outcome = try bench.extension("preview", "todo", "--output", "card.svg")
      #expect(outcome.exitCode == 3 && outcome.output.contains("Nothing here yet."))
      #expect(!outcome.output.contains("| 0"))
      let svg = try String(contentsOfFile: bench.folder + "/card.svg", encoding: .utf8)
      #expect(svg.contains("Nothing here yet."))
    }

    @Test func aPictureNeverTakesThePlaceOfAFile() throws {
      try bench.app("count", "set", "todo", "3").expectSuccess()
      try bench.extension("preview", "todo", "--output", "card.svg").expectSuccess()
      let again = try bench.extension("preview", "todo", "--output", "card.svg", "--json")
      again.expectFailure(15, "exists")
      try bench.extension("preview", "todo", "--output", "no/card.svg", "--json")
        .expectFailure(78, "configuration")
    }
  }
}
