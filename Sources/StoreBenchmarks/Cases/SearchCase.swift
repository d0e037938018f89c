import SharedStore
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// What a search costs, and what its index costs an edit.
enum SearchCase {
  /// Beginnings of a word that stands in many documents, and of one that stands in few.
  static func prefix(settings: Settings) throws(BenchmarkError) -> [CaseResult] {
    var results: [CaseResult] = []
    for count in settings.searchedDocuments {
      let workspace = try Workspace()
      let path = try workspace.makeStore()
      try SearchTexts.fill(path, workspace.directory, documents: count)
      let search = DocumentSearch(.container(workspace.directory, appGroup: "group.benchmark"))
      let raw = try SameSearchStatements(RawConnection(path, synchronous: .normal))
      for (word, rarity) in [(SearchTexts.common, "common"), (SearchTexts.rare, "rare")] {
        for letters in [1, 2, 5] {
          let beginning = String(word.prefix(letters))
          var result = try compare(beginning, search, raw, settings)
          let hits = try raw.search(beginning)
          result.notes =
            "\(count) documents, '\(beginning)', \(rarity), "
            + "\(hits > 20_000 ? "over 20000" : "\(hits)") hits"
          results.append(result)
        }
      }
    }
    return results
  }

  private static func compare(
    _ beginning: String, _ search: DocumentSearch, _ raw: SameSearchStatements,
    _ settings: Settings
  ) throws(BenchmarkError) -> CaseResult {
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      for contender in [Contender.ours, .same].shuffled() {
        let rate = try rate(settings) { () throws(BenchmarkError) in
          if contender == .same {
            try raw.search(beginning)
          } else {
            _ = try StoreAccess.checked { () throws(StoreError) in try search.hits(for: beginning) }
          }
        }
        rates[contender, default: []].append(rate)
      }
    }
    return CaseResult("search.prefix", unit: "queries/s", rates)
  }

  /// Calls a second; a single one may take long.
  private static func rate(
    _ settings: Settings, _ call: () throws(BenchmarkError) -> Void
  ) throws(BenchmarkError) -> Double {
    try call()
    let started = MonotonicTime.now
    let end = started.advanced(byMilliseconds: settings.roundMilliseconds / 4)
    var count = 0
    repeat {
      try call()
      count += 1
    } while MonotonicTime.now < end
    return Double(count) / (Double(MonotonicTime.now.nanoseconds - started.nanoseconds) / 1e9)
  }

  /// Edits of a text, each a transaction; the limit `same` runs the same statements, and the other
  /// one those without the index.
  static func index(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let count = settings.searchedDocuments.first ?? 0
    let workspace = try Workspace()
    let path = try workspace.makeStore()
    try SearchTexts.fill(path, workspace.directory, documents: count)
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      for contender in Contender.allCases.shuffled() {
        let rate = try rate(contender, workspace.directory, path, documents: count, settings)
        rates[contender, default: []].append(rate)
      }
    }
    var result = CaseResult("search.index", unit: "edits/s", rates)
    result.notes = "\(count) documents, upsert: without the index"
    return result
  }

  private static func rate(
    _ contender: Contender, _ directory: String, _ path: String, documents: Int,
    _ settings: Settings
  ) throws(BenchmarkError) -> Double {
    // No document gets the same text twice in a row, which would change nothing.
    let texts = (0..<1_009).map { SearchTexts.text($0 + documents) }
    let ids = (0..<1_000).map { "document-\($0 * 7_919 % documents)" }
    if contender == .ours {
      let writer = try StoreAccess.writer(directory, durability: .relaxed)
      let names = ids.compactMap { DocumentID($0) }
      return try StoreAccess.rate(settings) { number throws(BenchmarkError) in
        try StoreAccess.checked { () throws(StoreError) in
          try writer.edit(
            names[Int(number) % 1_000], [.set("x", .text(texts[Int(number) % 1_009]))])
        }
      }
    }
    let connection = try RawConnection(path, synchronous: .normal)
    var raw = try SameEditStatements(connection)
    let index = contender == .same ? try SameIndexStatements(connection) : nil
    return try StoreAccess.rate(settings) { number throws(BenchmarkError) in
      try raw.edit(ids[Int(number) % 1_000], texts[Int(number) % 1_009], index)
    }
  }
}

/// Texts of a dozen words, of which some stand nearly everywhere and most nearly nowhere, as in any
/// language.
enum SearchTexts {
  /// The most frequent word, and one of the rarest: no other begins with its letter.
  static let common = "baluke"
  static let rare = "xomitu"

  /// Other words, the most frequent first.
  private static let words: [String] = {
    let syllables = "bcdfghjklmnprstvwz".flatMap { letter in "aeiou".map { "\(letter)\($0)" } }
    let count = syllables.count
    return (0..<20_000).map { number in
      let (first, second, third) = (number * 37, number / 7, number * 11 / 3)
      return syllables[first % count] + syllables[second % count] + syllables[third % count]
    }
  }()

  /// The text of a document: the same in every run.
  static func text(_ number: Int) -> String {
    var state = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 | 1
    var text: [String] = number % 10_000 == 1 ? [rare] : []
    for place in 0..<12 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // The third power makes few words frequent: one in five is among the first two hundred.
      let chance = Double(state >> 11) / Double(1 << 53)
      let rank = Int(chance * chance * chance * Double(words.count))
      text.append(place == 0 && number % 4 == 0 ? common : words[rank])
    }
    return text.joined(separator: " ")
  }

  /// Puts documents with one text each into a store.
  static func fill(
    _ path: String, _ directory: String, documents count: Int
  ) throws(BenchmarkError) {
    try Documents.create(count, directory)
    let raw = try RawConnection(path, synchronous: .normal)
    let update = try raw.prepare(
      "UPDATE fields SET value = ?2 WHERE document = ?1 AND name = 'x'")
    try raw.execute("BEGIN IMMEDIATE")
    for number in 0..<count {
      update.bind(1, Int64(number + 1))
      update.bind(2, text(number))
      try update.run()
    }
    try raw.execute("COMMIT")
    let writer = try StoreAccess.writer(directory, durability: .relaxed)
    try StoreAccess.checked { () throws(StoreError) in try writer.rebuildSearchIndex() }
  }
}
