import Foundation
import Testing

/// The Swift in README and articles: each sample stands in code that is compiled, line by line.
@Suite struct SampleTests {
  /// A sample of a page.
  struct Sample: CustomTestStringConvertible, Sendable {
    let page: String
    let number: Int
    let lines: [String]

    var testDescription: String { "\(page), sample \(number)" }
  }

  private static let pages =
    ["README.md"]
    + Package.names(in: "Sources").flatMap { module in
      let catalog = "Sources/\(module)/\(module).docc"
      return Package.names(in: catalog).filter { $0.hasSuffix(".md") }.map { catalog + "/" + $0 }
    }

  private static let samples = pages.flatMap { page in
    let text = FileManager.default.contents(atPath: Package.root + "/" + page)
    return String(decoding: text ?? Data(), as: UTF8.self)
      .matches(of: /```swift\n((?s).*?)```/).enumerated()
      .map { Sample(page: page, number: $0.offset + 1, lines: lines(of: String($0.element.1))) }
  }

  /// Lines that say something, without their margins.
  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private static let compiled = Package.tests.filter { $0.path.hasPrefix("Tests/Client/") }
    .map { lines(of: $0.text) }

  @Test(arguments: samples) func aSampleIsCompiledAsItStands(sample: Sample) {
    // What declares a type and uses it stands in two places.
    let parts = sample.lines.split { $0 == "import SharedStore" }.flatMap(SampleTests.parts)
    for part in parts {
      #expect(SampleTests.compiled.contains { $0.contains(part) }, "\(part[0])")
    }
  }

  /// A sample's declaration of a type, and what follows it.
  private static func parts(_ lines: ArraySlice<String>) -> [[String]] {
    guard lines.first?.hasPrefix("struct ") == true,
      let end = lines.firstIndex(of: "}"), end + 1 < lines.endIndex
    else { return [Array(lines)] }
    return [Array(lines[...end]), Array(lines[(end + 1)...])]
  }

  @Test func pagesHaveSamples() {
    #expect(SampleTests.pages.count > 8 && SampleTests.samples.count > 20)
  }
}
