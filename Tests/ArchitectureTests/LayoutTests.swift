import Testing

/// How the files lie, and how long they are.
@Suite struct LayoutTests {
  @Test(arguments: Package.sources + Package.tests)
  func aFileHasAtMostFourHundredLines(_ file: SourceFile) {
    #expect(file.lineCount <= 400)
  }

  @Test(arguments: Package.sources)
  func whatOnlyApplePlatformsHaveIsBehindACondition(_ file: SourceFile) {
    var conditions: [Substring] = []
    for line in file.code.split(separator: "\n") {
      let words = line.split(separator: " ")
      switch words.first {
      case "#if": conditions.append(line)
      case "#elseif": conditions[conditions.count - 1] = line
      case "#else": conditions[conditions.count - 1] = "not " + conditions[conditions.count - 1]
      case "#endif": conditions.removeLast()
      default:
        guard let module = SourceText.module(in: line) else { continue }
        let isBehind = { (condition: String) in conditions.contains { $0.contains(condition) } }
        if module == "Darwin" { #expect(isBehind("#if canImport(Darwin)"), "\(file.path)") }
        if module == "Glibc" { #expect(isBehind("not #if canImport(Darwin)"), "\(file.path)") }
      }
    }
    #expect(conditions.isEmpty)
  }

  private static let darwin = Package.sources.filter { $0.path.contains("/Darwin/") }

  @Test(arguments: darwin)
  func aFileForApplePlatformsIsWhollyBehindTheCondition(_ file: SourceFile) {
    let lines = file.code.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    #expect(lines.first?.hasPrefix("#if canImport(Darwin)") == true)
    #expect(lines.last == "#endif")
    #expect(lines.filter { $0 == "#endif" }.count == 1)
  }

  @Test func codeThatIsNotCompiledHereIsShort() {
    #expect(!LayoutTests.darwin.isEmpty)
    #expect(LayoutTests.darwin.map(\.lineCount).reduce(0, +) < 150)
    #expect(Set(LayoutTests.darwin.map(\.target)) == ["SharedStoreReader", "SharedStoreSystem"])
  }

  @Test func aMigrationIsNamedByItsNumberAVerbAndAnObject() {
    let names = Package.names(in: "Migrations")
    #expect(!names.isEmpty)
    for name in names {
      #expect(
        name.wholeMatch(of: /\d{4}_(create|add|change|rename|move|drop|fill)(_[a-z]+)+\.sql/)
          != nil,
        "\(name)")
    }
  }
}
