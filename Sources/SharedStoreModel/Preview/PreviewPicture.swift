/// A card as a picture: one SVG file that refers to nothing outside, for light and dark.
package struct PreviewPicture: Hashable, Sendable {
  /// The lines of text, each inside the card by ``TextWidth``.
  package let lines: [Line]

  /// One line of text.
  package struct Line: Hashable, Sendable {
    package let text: String
    /// Where it stands.
    package let role: Role
    /// The size of the font.
    package let size: Int
    /// Its base line.
    package let y: Int

    /// What a line is, which gives it its colour.
    package enum Role: String, Sendable {
      case heading, value, title, footer
    }
  }

  /// The card's size.
  package static let width = 320
  package static let height = 160
  /// The distance of all text from the card's sides.
  package static let margin = 20

  /// Lays a card out.
  package init(_ card: PreviewCard) {
    var lines = [
      PreviewPicture.fitted(card.heading, .heading, size: 14, y: 32),
      PreviewPicture.fitted(card.footer, .footer, size: 12, y: 144),
    ]
    if card.isNumber {
      lines.append(PreviewPicture.shrunk(card.value, .value, size: 44, y: 82))
      lines += PreviewPicture.wrapped(card.title ?? "", .title, size: 16, y: 106, limit: 2)
    } else {
      lines += PreviewPicture.wrapped(card.value, .value, size: 17, y: 62, limit: 3)
    }
    self.lines = lines.filter { !$0.text.isEmpty }.sorted { $0.y < $1.y }
  }

  private static func units(_ size: Int) -> Int { (width - 2 * margin) * 1_000 / size }

  private static func fitted(_ text: String, _ role: Line.Role, size: Int, y: Int) -> Line {
    let lines = TextWidth.lines(of: text, width: units(size), limit: 1)
    return Line(text: lines[0], role: role, size: size, y: y)
  }

  /// A number is never cut: its last digits count as much as its first.
  private static func shrunk(_ text: String, _ role: Line.Role, size: Int, y: Int) -> Line {
    let most = (width - 2 * margin) * 1_000 / max(TextWidth.of(text), 1)
    return Line(text: text, role: role, size: min(size, most), y: y)
  }

  private static func wrapped(
    _ text: String, _ role: Line.Role, size: Int, y: Int, limit: Int
  ) -> [Line] {
    TextWidth.lines(of: text, width: units(size), limit: limit).enumerated().map { index, text in
      Line(text: text, role: role, size: size, y: y + index * (size + 4))
    }
  }

  /// The file.
  package var svg: String {
    let (width, height) = (PreviewPicture.width, PreviewPicture.height)
    let label = lines.map(\.text).joined(separator: ", ")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(label.escapedForXML)</title>
      <style>
      text { font-family: system-ui, sans-serif; unicode-bidi: plaintext }
      .card { fill: #ffffff; stroke: #d0d0d5 }
      .value { fill: #111114; font-weight: 600 }
      .title { fill: #111114 }
      .heading, .footer { fill: #66666e }
      @media (prefers-color-scheme: dark) {
      .card { fill: #1c1c1f; stroke: #3a3a40 }
      .value, .title { fill: #f5f5f7 }
      .heading, .footer { fill: #a1a1aa }
      }
      </style>
      <rect class="card" x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="20"/>
      \(lines.map(element).joined(separator: "\n"))
      </svg>

      """
  }

  private func element(_ line: Line) -> String {
    let direction = line.text.isRightToLeft
    // At the start of the line in its own direction.
    let x = direction ? PreviewPicture.width - PreviewPicture.margin : PreviewPicture.margin
    return #"<text class="\#(line.role.rawValue)" x="\#(x)" y="\#(line.y)" "#
      + #"font-size="\#(line.size)"\#(direction ? #" direction="rtl""# : "")>"#
      + line.text.escapedForXML + "</text>"
  }
}

extension String {
  /// The text as XML shows it, without what XML cannot hold.
  fileprivate var escapedForXML: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
