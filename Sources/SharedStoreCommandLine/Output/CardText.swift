package import SharedStoreModel

/// A card as a box of text.
package enum CardText {
  /// Cells of a line between the sides.
  private static let cells = 36

  /// The box.
  package static func text(of card: PreviewCard) -> String {
    let rule = String(repeating: "-", count: cells + 2)
    let texts = [card.heading, card.value, card.title, card.footer].compactMap { $0 }
    return (["+\(rule)+"] + texts.flatMap(lines) + ["+\(rule)+"]).joined(separator: "\n")
  }

  /// The lines of a text, each as wide as the card; text from right to left stands at the right.
  private static func lines(_ text: String) -> [String] {
    wrapped(text).map { line in
      let blank = String(repeating: " ", count: max(cells - CellWidth.of(line), 0))
      return line.isRightToLeft ? "| \(blank)\(line) |" : "| \(line)\(blank) |"
    }
  }

  private static func wrapped(_ text: String) -> [String] {
    guard CellWidth.of(text) > cells else { return [text] }
    let fitting = CellWidth.prefix(text, cells: cells)
    // At a space where there is one.
    let word = fitting.lastIndex(of: " ").map { String(fitting[..<$0]) } ?? ""
    let first = word.isEmpty ? fitting : word
    let second = String(text.dropFirst(first.count).drop { $0 == " " })
    guard CellWidth.of(second) > cells else { return [first, second] }
    return [first, CellWidth.prefix(second, cells: cells - 1) + "\u{2026}"]
  }
}
