import Foundation
import Testing

/// What the sources do without.
@Suite struct LanguageTests {
  @Test(arguments: Package.sources)
  func nothingEndsTheProcessOrHidesARace(_ file: SourceFile) {
    let found = file.code(
      with: /try!|as!|\bfatalError\b|@unchecked\b|nonisolated\(unsafe\)|unsafelyUnwrapped/)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test(arguments: Package.sources)
  func nothingIsUnwrappedByForce(_ file: SourceFile) {
    // A `!` right behind a name, a call, an index or a literal; negation stands before one.
    let found = file.code(with: /[\w)\]}"`?]!(?!=)/)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test(arguments: Package.sources)
  func noStatementIsPutTogether(_ file: SourceFile) {
    let keyword = /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|WITH|PRAGMA|BEGIN)\b/
    let built = file.literals.filter { $0.contains(keyword) && $0.contains("\\(") }
    #expect(built.isEmpty, "\(file.path): \(built.joined(separator: "\n"))")
  }

  @Test(arguments: Package.sources)
  func onlyConstantsBecomeStatements(_ file: SourceFile) {
    if file.target == "StoreBenchmarks" { return }
    // A parameter of this type takes no interpolation, so the compiler sees to the rest.
    let declared = file.code(with: #/_ sql: [A-Z]/#)
    let loose = declared.filter { !$0.contains("StaticString") }
    #expect(loose.isEmpty, "\(loose.joined(separator: "\n"))")
    // A script is text, so only a migration may be one.
    let scripts = file.code(with: /\bexecuteScript\(/).filter { !$0.contains("func ") }
    let strange = scripts.filter { !$0.contains("executeScript(migration.sql,") }
    #expect(strange.isEmpty, "\(strange.joined(separator: "\n"))")
  }

  @Test func nothingIsPreparedElsewhere() {
    var prepared: [String] = []
    for file in Package.sources where file.target != "StoreBenchmarks" {
      prepared += file.code(with: /sqlite3_(prepare|exec)\w*\(/)
    }
    // Once for a constant, once for a migration.
    #expect(prepared.count == 2, "\(prepared.joined(separator: "\n"))")
  }

  /// A developer has no command line: what a library says names its calls, and the words of the
  /// tools stand beside that.
  @Test(arguments: Package.sources.filter { libraries.contains($0.target) })
  func aLibraryNamesACommandOnlyToTheTools(_ file: SourceFile) {
    // What a diagnosis advises is a command line, and the tools alone show it.
    if file.path.contains("/Diagnosis/") { return }
    let found = file.literals.filter { literal in
      guard literal.contains(/'(app|extension) |(^| |')--[a-z]/),
        let place = file.text.range(of: literal)
      else { return false }
      return !file.text[..<place.lowerBound].suffix(240).contains("command:")
    }
    #expect(found.isEmpty, "\(file.path): \(found.joined(separator: "\n"))")
  }

  private static let libraries: Set = [
    "SharedStoreModel", "SharedStoreSQLite", "SharedStoreSystem", "SharedStoreReader",
    "SharedStore", "SharedStoreTesting",
  ]
}
