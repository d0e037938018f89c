import Foundation
import Testing

/// A file of this package, as text and as the code in it.
struct SourceFile: CustomTestStringConvertible, Sendable {
  /// The path from the top of the package.
  let path: String
  let text: String
  /// The text with comments taken out and literals emptied.
  let code: String
  /// The content of every string literal.
  let literals: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    (code, literals) = SourceText.split(text)
  }

  var testDescription: String { path }

  var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }

  /// The folder below `Sources` or `Tests`.
  var target: String { String(path.split(separator: "/").dropFirst().first ?? "") }

  /// The modules it imports.
  var imports: [String] { code.split(separator: "\n").compactMap { SourceText.module(in: $0) } }

  /// The lines of code in which a pattern is found, for a message.
  func code(with pattern: some RegexComponent) -> [String] {
    code.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.contains(pattern) }
      .map { "\(path):\($0.offset + 1): \($0.element.trimmingCharacters(in: .whitespaces))" }
  }
}

/// The files of this package, found from where this file lies.
enum Package {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  static let sources = swiftFiles(in: "Sources")
  static let tests = swiftFiles(in: "Tests")

  /// The names in a folder, sorted.
  static func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)
    return (names ?? []).sorted()
  }

  private static func swiftFiles(in folder: String) -> [SourceFile] {
    let paths = FileManager.default.enumerator(atPath: root + "/" + folder)?
      .compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") }
      .sorted()
    return (paths ?? []).compactMap { name in
      let path = folder + "/" + name
      guard let data = FileManager.default.contents(atPath: root + "/" + path) else { return nil }
      return SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
    }
  }
}
