/// Breaks help texts into lines.
struct TextLayout: Sendable {
  /// Where the texts beside labels start.
  private static let labelColumn = 26

  let columns: Int

  /// Fills lines with pieces, after a lead on the first line and an indent on all others.
  func fill(_ pieces: [String], lead: String = "", indent: Int) -> String {
    // Even a very narrow terminal leaves room for some words beside the indent.
    let columns = max(columns, indent + 20)
    var lines = [lead]
    var width = lead.count
    var isFresh = true
    for piece in pieces {
      if !isFresh, width + 1 + piece.count > columns {
        lines.append(spaces(indent) + piece)
        width = indent + piece.count
      } else {
        lines[lines.count - 1] += isFresh ? piece : " " + piece
        width += piece.count + (isFresh ? 0 : 1)
      }
      isFresh = false
    }
    return lines.joined(separator: "\n")
  }

  /// Wraps each line as a paragraph, and leaves alone those that start with a space.
  func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(" ") ? String($0) : fill(Self.words(String($0)), indent: 0) }
      .joined(separator: "\n")
  }

  /// A label with its text beside it, or below it where the label is too long.
  func row(_ label: String, _ text: String) -> String {
    let start = "  " + label
    let room = Self.labelColumn - start.count
    let above = room > 0 ? "" : start + "\n"
    let lead = room > 0 ? start + spaces(room) : spaces(Self.labelColumn)
    return text.isEmpty
      ? start : above + fill(Self.words(text), lead: lead, indent: Self.labelColumn)
  }

  static func words(_ text: String) -> [String] {
    text.split { $0.isWhitespace }.map(String.init)
  }

  private func spaces(_ count: Int) -> String {
    String(repeating: " ", count: count)
  }
}
