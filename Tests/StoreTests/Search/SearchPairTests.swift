import SharedStore
import SharedStoreReader
import TestSupport
import Testing

/// What is found and what is not, in many scripts.
@Suite(.inTurns) struct SearchPairTests {
  @Test func thereAreTwoHundredPairsInMoreThanTwentyScripts() {
    #expect(SearchPair.all.count >= 200)
    #expect(Set(SearchPair.all.map(\.script)).count >= 20)
  }

  @Test(arguments: [DocumentSearch.Mode.words, .substring])
  func everyPairIsFoundOrNotAsItSays(_ mode: DocumentSearch.Mode) throws {
    let store = try SearchableStore()
    try store.writer.write { tx in
      for (number, pair) in SearchPair.all.enumerated() {
        guard let id = DocumentID("\(number)") else { continue }
        try tx.documents.create(id, fields: ["text": .text(pair.text)])
      }
    }
    for (number, pair) in SearchPair.all.enumerated() {
      let hits = try store.search.hits(for: pair.query, mode: mode, limit: 1_000)?.hits ?? []
      let hit = hits.first { $0.document.text == "\(number)" }
      let isWanted = pair.found == .both || pair.found == (mode == .words ? .words : .part)
      #expect((hit != nil) == isWanted, "\(mode): \(pair.testDescription)")
      guard let hit else { continue }
      #expect(hit.snippet.utf8.elementsEqual(pair.text.utf8), "\(pair.testDescription)")
      #expect(hit.match != nil, "\(mode): \(pair.testDescription)")
    }
  }
}
