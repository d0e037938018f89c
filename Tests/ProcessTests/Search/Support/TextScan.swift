import Foundation
import Testing

/// What a search must find, by a plain look at all texts.
///
/// Words are runs of letters and digits; marks and case do not count. That is what the index's
/// tokenizer does with the words of these tests, not with every word there is.
struct TextScan {
  /// The text of each document: its text fields in the order of their names, a line each.
  private(set) var texts: [String: String] = [:]
  private var words: [String: Set<String>] = [:]

  /// Reads what `app export` wrote.
  init(exported path: String) throws {
    let lines = try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n"))
    for line in lines {
      let document = try JSONDecoder().decode(ExportedDocument.self, from: line)
      let found = document.fields.sorted { $0.key < $1.key }.compactMap { field in
        if case .text(let text) = field.value { text } else { nil }
      }
      texts[document.document] = found.isEmpty ? nil : found.joined(separator: "\n")
      words[document.document] = Set(found.flatMap(TextScan.words))
    }
  }

  private struct ExportedDocument: Decodable {
    let document: String
    let fields: [String: FieldReport]
  }

  /// The words of a text, without marks and in small letters.
  static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map { folded(String($0)) }
  }

  static func folded(_ word: String) -> String {
    let folded = word.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    // A part may begin with a mark, which is on nothing then.
    return String(
      String.UnicodeScalarView(
        folded.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }))
  }

  /// The documents that have all of these words, the last one as a beginning.
  func documents(withWords query: [String]) -> Set<String> {
    let wanted = query.map(TextScan.folded)
    guard let last = wanted.last else { return [] }
    return Set(
      words.filter { entry in
        entry.value.isSuperset(of: wanted.dropLast())
          && entry.value.contains { $0.hasPrefix(last) }
      }.keys)
  }

  /// The documents that have this part in their text; NUL is a space.
  func documents(withPart part: String) -> Set<String> {
    let wanted = TextScan.bytes(part)
    return Set(texts.filter { TextScan.bytes($0.value).firstRange(of: wanted) != nil }.keys)
  }

  private static func bytes(_ text: String) -> [UInt8] {
    folded(text).utf8.map { $0 == 0 ? 0x20 : $0 }
  }
}
