/// Says what to type instead.
enum Suggestion {
  /// The sentence that lists what may be given.
  static func choice(of allowed: [String]) -> String {
    let quoted = allowed.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else {
      return "Please provide \(quoted.joined())."
    }
    return "Please provide one of \(quoted.dropLast().joined(separator: ", ")) and \(last)."
  }

  /// What to put after an error to ask whether a name was meant; empty without a good guess.
  static func sentence(for word: String, among known: [String]) -> String {
    nearest(to: word, among: known).map { ". Did you mean '\($0)'?" } ?? ""
  }

  /// Dashes do not count, or `--x` would resemble every other short name.
  private static func nearest(to word: String, among known: [String]) -> String? {
    let typed = bare(word)
    var best: (name: String, distance: Int)?
    for name in known {
      // Half of what was typed must be right: every short word is three steps from another.
      let limit = min(best?.distance ?? 4, typed.count / 2 + 1)
      let candidate = bare(name)
      // The lengths alone tell most names apart, and keep a very long token cheap.
      guard abs(candidate.count - typed.count) < limit else { continue }
      let distance = distance(typed, candidate)
      if distance < limit { best = (name, distance) }
    }
    return best?.name
  }

  private static func bare(_ word: String) -> [Character] {
    Array(word.drop { $0 == "-" })
  }

  /// The number of characters to insert, delete or replace, by the row method of Wagner and
  /// Fischer.
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (i, a) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in second.enumerated() {
        let replaced = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[second.count]
  }
}
