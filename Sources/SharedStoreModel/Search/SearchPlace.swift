/// Where in a text something was found, in bytes of the text as it stands.
package enum SearchPlace {
  /// The part of a text that became a part of the prepared text.
  /// - Parameters:
  ///   - place: Where the part begins in the prepared text, in bytes.
  ///   - length: How many bytes of the prepared text it has.
  ///   - text: The text as it stands; it is walked up to the end of the part.
  /// - Returns: The part, whole characters with the marks on them; `nil` when the text ends before.
  package static func of(preparedBytes place: Int, length: Int, in text: String) -> Range<Int>? {
    var text = text
    return text.withUTF8 { source in
      var (prepared, offset, from) = (SearchText(), 0, 0)
      while offset < source.count {
        let before = offset
        prepared.append(source, &offset)
        guard let start = prepared.lastStart else { continue }
        if start <= place { from = before }
        if start >= place + length { return from..<before }
        if offset & 0xFFFF < 4 { prepared.forgetClosed() }
      }
      return place < prepared.count ? from..<source.count : nil
    }
  }

  /// The first place in a text of a word that a query names.
  /// - Parameters:
  ///   - query: The words.
  ///   - text: The text as it stands; it is walked up to the end of the word.
  /// - Returns: The place; `nil` when there is none.
  package static func ofFirstWord(of query: SearchQuery, in text: String) -> Range<Int>? {
    var text = text
    return text.withUTF8 { source in
      var (prepared, phrases, offset, start) = (SearchText(), PhraseMatcher(query), 0, 0)
      while offset < source.count {
        let before = offset
        prepared.append(source, &offset)
        guard prepared.isBetweenWords || offset == source.count else { continue }
        let isInside = start == before || !prepared.isBetweenWords
        for run in prepared.taken().split(whereSeparator: { !$0.isWordInSearch }) {
          let range = start..<(isInside ? offset : before)
          if let found = phrases.wordRead(String(decoding: run, as: UTF8.self), at: range) {
            return found
          }
        }
        start = offset
      }
      return nil
    }
  }
}

/// Looks for the phrases of a query among words that come one after the other.
private struct PhraseMatcher {
  /// Of so many phrases that end in the same word, only the first are looked for: an excerpt need
  /// not show the others.
  private static let mostOfOneEnd = 16

  private var byEnd: [String: [[String]]] = [:]
  private var open: [String]?
  private let longest: Int
  private var recent: [(word: String, range: Range<Int>)] = []

  init(_ query: SearchQuery) {
    let phrases = query.phrases
    longest = phrases.map(\.count).max() ?? 1
    open = query.isOpen ? phrases.last : nil
    for phrase in phrases {
      guard let end = phrase.last else { continue }
      if byEnd[end, default: []].count < PhraseMatcher.mostOfOneEnd {
        byEnd[end, default: []].append(phrase)
      }
    }
  }

  /// Takes the next word of the text.
  /// - Returns: Where a phrase that it ends stands.
  mutating func wordRead(_ word: String, at range: Range<Int>) -> Range<Int>? {
    recent.append((word, range))
    if recent.count > 2 * longest { recent.removeFirst(recent.count - longest) }
    if let open, let end = open.last, word.utf8.starts(with: end.utf8),
      let start = beginning(of: open)
    {
      return start..<range.upperBound
    }
    for phrase in byEnd[word] ?? [] {
      if let start = beginning(of: phrase) { return start..<range.upperBound }
    }
    return nil
  }

  /// Where a phrase begins whose last word has just been read; `nil` if other words were before.
  private func beginning(of phrase: [String]) -> Int? {
    let words = recent.suffix(phrase.count)
    guard words.count == phrase.count,
      zip(words.dropLast(), phrase).allSatisfy({ $0.word == $1 })
    else { return nil }
    return words.first?.range.lowerBound
  }
}
