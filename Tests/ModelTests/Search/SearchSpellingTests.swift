import SharedStoreModel
import TestSupport
import Testing

/// How texts are prepared for search, and found again as they stand.
@Suite struct SearchSpellingTests {
  /// Characters in all their spellings, and what they become; none joins with its neighbours.
  private static let characters: [(spellings: [String], prepared: String)] = [
    (["a", "A", "á", "a\u{301}", "Ａ", "a\u{AD}", "𝔞", "ª", "\u{FEFF}a"], "a"),
    (["ss", "SS", "ß", "ẞ", "ſs"], "ss"),
    (["i", "I", "ı", "İ", "i\u{307}", "ⅰ"], "i"),
    (["fi", "ﬁ", "FI", "f\u{200D}i"], "fi"),
    (["1", "①", "１", "1\u{FE0F}\u{20E3}", "¹"], "1"),
    (["σ", "ς", "Σ"], "σ"),
    (["й", "Й", "и\u{306}", "и\u{301}\u{306}"], "й"),
    (["е", "ё", "Ё", "е\u{308}"], "е"),
    (["が", "か\u{3099}"], "が"),
    (["ガ", "ｶﾞ"], "ガ"),
    (["한", "\u{1112}\u{1161}\u{11AB}", "하\u{11AB}"], "한"),
    (["क\u{93C}", "\u{958}"], "क\u{93C}"),
    (["कि", "क\u{200D}ि"], "कि"),
    (["ا", "أ", "ا\u{64E}", "ٱ", "\u{FE8E}"], "ا"),
    (["ؤ", "و\u{654}"], "ؤ"),
    (["ש", "\u{FB2A}", "שׁ\u{5B8}"], "ש"),
    (["丽", "\u{2F800}"], "丽"),
    (["𞤢", "𞤀"], "𞤢"),
    ([" ", "\u{A0}", "\u{3000}", "\0", "\u{7F}", "\u{85}"], " "),
    (["\n"], "\n"),
    (["...", "…"], "..."),
    (["\""], "\""),
    (["—"], "\u{1}\u{10}\u{E}\u{F}\u{12}"),
    (["🎉", "🎉\u{FE0F}"], "\u{2}\u{E}\u{1D}\u{11}\u{16}\u{17}"),
  ]

  @Test func everySpellingBecomesTheSame() {
    for (spellings, prepared) in SearchSpellingTests.characters {
      for spelling in spellings {
        let found = SearchText.prepared(spelling)
        #expect(
          found.utf8.elementsEqual(prepared.utf8), "\(spelling.debugDescription) \(found)")
      }
    }
  }

  /// A text of random characters, and where each of them begins, in itself and as it is prepared.
  private struct Sample {
    var (text, prepared) = ("", "")
    var (places, preparedPlaces): ([Int], [Int]) = ([0], [0])

    init(_ random: inout SeededGenerator) {
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let number = Int.random(in: 0..<SearchSpellingTests.characters.count, using: &random)
        let (spellings, form) = SearchSpellingTests.characters[number]
        text += spellings[Int.random(in: 0..<spellings.count, using: &random)]
        prepared += form
        places.append(text.utf8.count)
        preparedPlaces.append(prepared.utf8.count)
      }
    }
  }

  @Test func whatIsPreparedIsWhatItsCharactersBecome() {
    for seed in Campaign.spellings.seeds(5_000, of: 2_000_000) {
      var random = SeededGenerator(seed: seed)
      let sample = Sample(&random)
      let prepared = SearchText.prepared(sample.text)
      #expect(prepared.utf8.elementsEqual(sample.prepared.utf8), "\(sample.text.debugDescription)")
      #expect(SearchText.prepared(prepared).utf8.elementsEqual(prepared.utf8) == !prepared.hasSigns)
      let first = Int.random(in: 0..<(sample.places.count - 1), using: &random)
      let last = Int.random(in: (first + 1)..<sample.places.count, using: &random)
      let (start, end) = (sample.preparedPlaces[first], sample.preparedPlaces[last])
      let place = SearchPlace.of(preparedBytes: start, length: end - start, in: sample.text)
      #expect(
        place.map { SearchText.prepared(sample.text.bytes($0)) }?.utf8.elementsEqual(
          sample.prepared.bytes(start..<end).utf8) == true,
        "\(sample.text.debugDescription) \(first) \(last)")
    }
  }

  @Test func theFirstWordStandsWhereANaiveLookFindsIt() {
    let words = ["walrus", "WALRUS", "wal\u{AD}rus", "walnut", "Straße", "STRASSE", "a", "東京"]
    let separators = [" ", "\n", "-", "🎉", "—", "\u{3000}", "\0"]
    for seed in Campaign.spellings.seeds(2_000, of: 500_000) {
      var random = SeededGenerator(seed: seed)
      var (text, ranges) = ("", [(word: String, range: Range<Int>)]())
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let word = words.randomElement(using: &random) ?? ""
        let start = text.utf8.count
        text += word
        ranges.append((SearchText.prepared(word), start..<text.utf8.count))
        text += separators.randomElement(using: &random) ?? ""
      }
      let wanted = SearchText.prepared(words.randomElement(using: &random) ?? "")
      let open = String(wanted.prefix(Int.random(in: 1...wanted.count, using: &random)))
      let found = SearchPlace.ofFirstWord(of: SearchQuery(open), in: text)
      #expect(found == ranges.first { $0.word.hasPrefix(open) }?.range, "\(open) \(text)")
      let closed = SearchPlace.ofFirstWord(of: SearchQuery(wanted + " "), in: text)
      #expect(closed == ranges.first { $0.word == wanted }?.range, "\(wanted) \(text)")
    }
  }

  @Test func aPhraseIsFoundWhereItStandsAsAWhole() {
    let text = "multi or agent; multi-agent"
    #expect(SearchPlace.ofFirstWord(of: SearchQuery("multi-ag"), in: text) == 16..<27)
    #expect(SearchPlace.ofFirstWord(of: SearchQuery("agent-multi"), in: text) == 9..<21)
    #expect(SearchPlace.ofFirstWord(of: SearchQuery("agent-other"), in: text) == nil)
  }

  @Test func aPartBehindTheEndIsNowhere() {
    #expect(SearchPlace.of(preparedBytes: 3, length: 1, in: "abc") == nil)
    #expect(SearchPlace.of(preparedBytes: 0, length: 1, in: "") == nil)
  }
}

extension String {
  /// Whether it has what stands for a separator beyond ASCII.
  fileprivate var hasSigns: Bool { utf8.contains { $0 == 1 || $0 == 2 } }

  fileprivate func bytes(_ range: Range<Int>) -> String {
    String(decoding: Array(utf8)[range], as: UTF8.self)
  }
}
