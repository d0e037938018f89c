import SharedStore
import SharedStoreReader
import TestSupport
import Testing

/// What is typed is meant literally.
@Suite(.inTurns) struct SearchTextTests {
  private let store: SearchableStore

  init() throws {
    store = try SearchableStore()
  }

  /// A query, a text that has it, and one that only a query language would find, or not find.
  private static let literals: [(query: String, has: String, hasNot: String)] = [
    ("multi-agent", "a multi-agent system", "agent multi"),
    ("who's", "who's there", "who is there"),
    ("C++", "the C++ book", "cars"),
    ("foo@bar.com", "mail foo@bar.com now", "foo and bar and com"),
    ("20.04", "Ubuntu 20.04", "2004, or 20 and 04"),
    ("-x", "minus -x", "y"),
    ("a:b", "a:b", "b a"),
    ("text:walrus", "text:walrus", "walrus"),
    ("{text}:walrus", "{text}: walrus", "walrus"),
    ("^end", "the end", "start"),
    ("AND", "bread and butter", "bread butter"),
    ("bread AND butter", "butter and bread", "bread butter"),
    ("NOT", "not here", "here"),
    ("NEAR", "near here", "far"),
    ("NEAR(here there, 5)", "near here, there: 5", "here there"),
    ("wal*us", "a wal us", "walrus"),
    ("\"say\"", "he did say so", "saying"),
    ("\"say \"\"hi\"", "say hi", "say"),
    ("50%", "50% off", "500"),
    ("why?", "why? because", "whyever"),
    ("grammar::fa", "grammar::fa", "fa grammar"),
    ("walrus (", "walrus", "walnut"),
    ("foo\0bar", "bar foo", "foo"),
    ("foo\u{200B}bar", "foobar", "bar foo"),
    ("foo\u{200D}bar", "foobar", "foo bar"),
    ("; DROP TABLE documents", "drop table documents", "drop"),
  ]

  @Test(arguments: literals)
  func nothingTypedIsAnOperator(_ query: String, _ has: String, _ hasNot: String) throws {
    try store.create(["has": has, "has-not": hasNot])
    #expect(try store.found(query) == ["has"])
  }

  @Test(
    arguments: [
      "", " ", "\u{200B}", "\t\n\u{3000}", "\0", "\"", "\"\"", "*", "(", ")", "-", "+ - *", "…",
      String(repeating: "(", count: 300), "🎉", "👨‍👩‍👧", "\u{301}", "\u{FEFF}", "\u{200D}", "\u{2060}",
    ])
  func whereThereIsNoLetterThereIsNothingToSearchFor(_ query: String) throws {
    // An empty list would say that the store was asked.
    try store.create(["d": "text \(query) text"])
    #expect(try store.found(query) == nil)
  }

  @Test func everyWordCountsAndOnlyTheLastOneMayGoOn() throws {
    try store.create(["d": "the quick brown fox"])
    for query in ["fox", "fo", "quick fo", "FOX the", "the quick brown fox", "fox\n"] {
      #expect(try store.found(query) == ["d"], "\(query)")
    }
    for query in ["qui fox", "ox", "quick cat", "fo ", "fo!", "foxy", "uick"] {
      #expect(try store.found(query) == [], "\(query)")
    }
  }

  /// Composed and decomposed, in the query and in the text.
  @Test(
    arguments: ["\u{1EBE}", "E\u{302}\u{301}"], ["e", "E", "\u{1EBF}", "e\u{302}\u{301}", "ê"])
  func marksOnLettersDoNotCount(_ letter: String, _ query: String) throws {
    try store.create(["d": "H\(letter)T"])
    #expect(try store.found("h" + query) == ["d"])
    #expect(try store.found("h\(query)t") == ["d"])
    #expect(try store.found(query) == [])
  }

  @Test func tenThousandWordsAreAQuery() throws {
    let words = (0..<10_000).map { "word\($0)" }
    try store.create([
      "all": words.joined(separator: " "), "most": words.dropLast().joined(separator: " "),
    ])
    let query = words.joined(separator: " ")
    #expect(try store.found(query) == ["all"])
    #expect(try store.found(query, .substring) == ["all"])
    #expect(try store.found(query + " word") == ["all"])
    #expect(try store.found(query + " other") == [])
  }

  /// FTS5's own excerpts take time with the square of the words found.
  @Test(arguments: ["the", "th", "t", "the cat39999", "THE"])
  func aWordThatStandsEverywhereInALongTextIsShownWhereItStandsFirst(_ query: String) throws {
    let text = (0..<40_000).map { "the cat\($0)" }.joined(separator: " ")
    try store.create(["d": text])
    let hits = try #require(try store.search.hits(for: query)).hits
    #expect(hits.map(\.snippet) == ["the cat0 the cat1 the cat2 the cat3 the cat…"])
  }

  @Test(arguments: [10, 5_000])
  func aSnippetShowsTheWordInAShortTextAndInALongOne(_ fillers: Int) throws {
    let filler = String(repeating: "ä🎉b ", count: fillers)
    try store.create(["d": filler + "WALRUS\0é-seal " + filler])
    for query in ["walrus", "wal", "é seal", "é-se"] {
      let hit = try #require(try store.search.hits(for: query)?.hits.first, "\(query)")
      #expect(hit.snippet.contains("WALRUS"), "\(query): \(hit.snippet)")
      #expect(hit.snippet.count < 200)
    }
  }

  @Test func aPartThatNearlyStandsEverywhereIsFoundInTime() throws {
    try store.create(["d": String(repeating: "a", count: 500_000) + "b"])
    let part = String(repeating: "a", count: 20_000) + "b"
    let hits = try #require(try store.search.hits(for: part, mode: .substring)).hits
    #expect(hits.map(\.document) == ["d"])
    #expect(try #require(hits.first).snippet.hasPrefix("…aaa"))
  }

  @Test func aSnippetIsShortHoweverLongAWordOrACharacterIs() throws {
    try store.create([
      "word": String(repeating: "ab", count: 450_000),
      "marks": "kk z" + String(repeating: "\u{301}", count: 400_000),
    ])
    for (query, mode) in [("ab", .words), ("ab", .substring), ("kk", .words), ("kk", .substring)]
      as [(String, DocumentSearch.Mode)]
    {
      let hit = try #require(try store.search.hits(for: query, mode: mode)?.hits.first)
      #expect(hit.snippet.utf8.count < 1_000, "\(query) \(mode)")
    }
  }

  @Test func aQueryOfTooManyWordsIsRefused() throws {
    let query = String(repeating: "walrus ", count: 20_001)
    let error = try failure { _ = try store.search.hits(for: query) }
    #expect(error.code == .badInput && error.message.contains("20001"))
    #expect(try store.search.hits(for: query, mode: .substring)?.hits == [])
  }

  @Test func aSnippetOfAShortTextKnowsWordsAsTheIndexDoes() throws {
    let filler = String(repeating: "ä🎉b ", count: 100)
    try store.create(["d": filler + "W\u{C1}LRUS " + filler])
    let hit = try #require(try store.search.hits(for: "walrus")?.hits.first)
    #expect(hit.snippet.contains("W\u{C1}LRUS") && hit.snippet.hasPrefix("…"), "\(hit.snippet)")
  }

  // MARK: Many hits

  @Test func moreHitsThanCanBeRankedComeInTheOrderOfTheDocuments() throws {
    try store.writer.write { tx in
      for number in 0...20_000 {
        guard let id = DocumentID("d \(number)") else { continue }
        let text = "walrus" + (number == 20_000 ? "" : " seal") + (number == 5 ? " walrus" : "")
        try tx.documents.create(id, fields: ["text": .text(text)])
      }
    }
    let many = try #require(try store.search.hits(for: "wal", limit: 3)).hits
    #expect(many.map(\.document) == ["d 0", "d 1", "d 2"])
    // One fewer is ranked: the word alone, then the word twice.
    try store.writer.deleteDocument("d 0")
    let ranked = try #require(try store.search.hits(for: "w", limit: 3)).hits
    #expect(ranked.map(\.document) == ["d 20000", "d 5", "d 1"])
  }

  // MARK: Any part of the text

  private static let parts: [(part: String, has: String, hasNot: String)] = [
    ("天気", "東京都の天気です", "東京都"),
    ("%", "100% sure", "100 sure"),
    ("0%s", "100%sure", "100 sure"),
    ("_", "a_b", "axb"),
    ("a_b", "xa_bx", "axb"),
    ("\\", "C:\\temp", "C:/temp"),
    ("\\%", "\\% off", "% off"),
    ("'", "who's", "whos"),
    ("\"*(", "\"*(", "()"),
    ("ALR", "walrus", "walnut"),
    ("k b", "quick brown", "quickbrown"),
    ("🎉", "done 🎉!", "done 🎊!"),
    ("fé", "café", "case"),
    ("\0", "a\0b", "ab"),
    ("a\0b", "xa\0by", "xa"),
    ("walrus", "before\0 the walrus", "before\0 the walnut"),
  ]

  @Test(arguments: parts)
  func aPartIsFoundAsItStands(_ part: String, _ has: String, _ hasNot: String) throws {
    try store.create(["has": has, "has-not": hasNot])
    #expect(try store.found(part, .substring) == (part == "\0" ? nil : ["has"]))
  }

  @Test func wordsInARunAreNoWords() throws {
    try store.create(["d": "東京都の天気です"])
    #expect(try store.found("天気") == [])
    #expect(try store.found("東京") == ["d"])
  }

  @Test(
    arguments: [
      "walrus", "WALRUS", "é walrus", "é WALRUS \0", "e",
    ])
  func anExcerptShowsWhatWasFound(_ part: String) throws {
    let filler = String(repeating: "ä🎉b ", count: 2_000)
    try store.create(["d": filler + "e\u{301} é walrus \0 " + filler])
    let result = try #require(try store.search.hits(for: part, mode: .substring))
    let snippet = try #require(result.hits.first).snippet
    #expect(snippet.contains("walrus") && snippet.count < 200, "\(snippet)")
    #expect(snippet.hasPrefix("…") && snippet.hasSuffix("…"))
  }

  @Test func anExcerptOfAShortTextIsTheText() throws {
    try store.create(["d": "Straße and ﬁsh"])
    for part in ["Straße", "AND", "ﬁ", "Straße and ﬁsh"] {
      let result = try #require(try store.search.hits(for: part, mode: .substring))
      #expect(result.hits.map(\.snippet) == ["Straße and ﬁsh"], "\(part)")
    }
  }
}
