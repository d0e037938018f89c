/// Takes Swift source apart, as far as the rules of these tests need it.
enum SourceText {
  /// The code without comments and with empty literals, its lines in place, and the literals.
  static func split(_ text: String) -> (code: String, literals: [String]) {
    var scanner = Scanner(text)
    scanner.scanCode(until: nil)
    return (scanner.code, scanner.literals)
  }

  /// The module a line imports.
  static func module(in line: some StringProtocol) -> String? {
    let words = line.split(separator: " ")
    guard let position = words.firstIndex(of: "import"),
      words[..<position].allSatisfy({ isImportModifier($0) }), position + 1 < words.endIndex
    else { return nil }
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
    let name = kinds.contains(String(words[position + 1])) ? position + 2 : position + 1
    return name < words.endIndex ? String(words[name].prefix { $0 != "." }) : nil
  }

  private static func isImportModifier(_ word: some StringProtocol) -> Bool {
    word.hasPrefix("@") || ["public", "package", "internal", "private"].contains(String(word))
  }

  private struct Scanner {
    private let characters: [Character]
    private var position = 0
    private(set) var code = ""
    private(set) var literals: [String] = []

    init(_ text: String) { characters = Array(text) }

    private func isAt(_ text: String) -> Bool {
      characters[position...].starts(with: text)
    }

    /// Scans code up to a closing parenthesis of its own level, or to the end.
    mutating func scanCode(until end: Character?) {
      var depth = 0
      while position < characters.count {
        let character = characters[position]
        if isAt("//") {
          skip(to: "\n", including: false)
        } else if isAt("/*") {
          skip(to: "*/", including: true)
        } else if character == "\"" || (character == "#" && isRawLiteral) {
          scanLiteral()
        } else if depth == 0, character == end {
          return
        } else {
          if end != nil { depth += character == "(" ? 1 : character == ")" ? -1 : 0 }
          code.append(character)
          position += 1
        }
      }
    }

    private var isRawLiteral: Bool {
      characters[position...].first { $0 != "#" } == "\""
    }

    private mutating func skip(to end: String, including: Bool) {
      while position < characters.count, !isAt(end) {
        if characters[position] == "\n" { code.append("\n") }
        position += 1
      }
      if including { position = min(position + end.count, characters.count) }
    }

    private mutating func scanLiteral() {
      let start = position
      while characters[position] == "#" { position += 1 }
      let hashes = String(repeating: "#", count: position - start)
      let quotes = isAt("\"\"\"") ? "\"\"\"" : "\""
      position += quotes.count
      var literal = ""
      var lines = ""
      while position < characters.count, !isAt(quotes + hashes) {
        let character = characters[position]
        if isAt("\\" + hashes + "(") {
          // The code of an interpolation is code; the literal keeps a sign of it.
          position += hashes.count + 2
          scanCode(until: ")")
          literal += "\\("
        } else if character == "\\", hashes.isEmpty {
          literal.append(character)
          if position + 1 < characters.count { literal.append(characters[position + 1]) }
          position += 1
        } else {
          literal.append(character)
          if character == "\n" { lines.append(character) }
        }
        position += 1
      }
      position = min(position + quotes.count + hashes.count, characters.count)
      literals.append(literal)
      code += "\"\"" + lines
    }
  }
}
