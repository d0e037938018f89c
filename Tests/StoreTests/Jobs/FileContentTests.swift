import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStore

@Suite struct FileContentTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Lines that end before, at and behind the place where one read ends and the next begins.
  private static let texts = [
    "", "\n", "a", "a\n", "a\n\nb\n", "\n\n\n", String(repeating: "x", count: 200_000),
    String(repeating: "x", count: 65_535) + "\ny\n",
    String(repeating: "x", count: 65_536) + "\ny",
    String(repeating: "x", count: 65_534) + "\n\nÄ\n",
    (0..<40_000).map { "line \($0)\n" }.joined(),
  ]

  @Test(arguments: texts.indices)
  func linesAreThoseOfTheText(_ index: Int) throws {
    let text = FileContentTests.texts[index]
    let path = try directory.write(text, to: "file")
    var lines: [String] = []
    try FileContent.lines(path) { lines.append(String(decoding: $0, as: UTF8.self)) }
    var expected = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if expected.last == "" { expected.removeLast() }
    #expect(lines == expected)
  }

  @Test(arguments: texts.indices)
  func lineEndsAreThoseOfTheText(_ index: Int) throws {
    let text = FileContentTests.texts[index]
    let path = try directory.write(text, to: "file")
    var ends: [Int] = []
    let size = try FileContent.lineEnds(path) { ends.append($0) }
    let expected = text.utf8.enumerated().filter { $0.element == 10 }.map { $0.offset + 1 }
    #expect(size == text.utf8.count && ends == expected)
  }
}
