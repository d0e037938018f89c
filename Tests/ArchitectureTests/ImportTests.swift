import Testing

/// The arrows of the design: what each target may import, and nothing else.
@Suite struct ImportTests {
  /// Targets of this package, and the system library, that a target may import.
  static let arrows: [String: Set<String>] = [
    "SharedStoreModel": [],
    "SharedStoreSQLite": ["CSharedStoreSQLite"],
    "SharedStoreReader": ["SharedStoreModel", "SharedStoreSQLite"],
    "SharedStore": [
      "SharedStoreModel", "SharedStoreReader", "SharedStoreSQLite", "CSharedStoreMigrations",
    ],
    "SharedStoreTesting": ["SharedStore", "SharedStoreReader", "SharedStoreModel"],
    "SharedStoreCommandLine": ["SharedStoreModel", "SharedStoreReader"],
    "AppCLI": ["SharedStore", "SharedStoreCommandLine"],
    // The reader only: the compiler keeps the extension from writing.
    "ExtensionCLI": ["SharedStoreReader", "SharedStoreCommandLine"],
    // The raw limit is measured on SQLite itself.
    "StoreBenchmarks": [
      "SharedStore", "SharedStoreReader", "SharedStoreSQLite", "CSharedStoreSQLite",
    ],
  ]

  /// Modules of the platform.
  static let platform: Set = [
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Swift",
    "Synchronization",
  ]

  /// Targets that make do with less of the platform.
  static let frugal: [String: Set<String>] = [
    // Pure rules: nothing that can reach a clock or a file.
    "SharedStoreModel": ["Swift"],
    // Foundation would cost every process its start-up time.
    "SharedStoreSQLite": ["Darwin", "Glibc", "Swift", "Synchronization"],
  ]

  @Test(arguments: Package.sources)
  func aTargetImportsWhatItMay(_ file: SourceFile) throws {
    let own = try #require(ImportTests.arrows[file.target], "No arrows for \(file.target).")
    let allowed = own.union(ImportTests.frugal[file.target] ?? ImportTests.platform)
    let others = Set(file.imports).subtracting(allowed)
    #expect(others.isEmpty, "\(file.path) imports \(others.sorted().joined(separator: ", "))")
  }

  @Test func everyTargetHasItsArrows() {
    let targets = Set(Package.sources.map(\.target))
    #expect(targets == Set(ImportTests.arrows.keys))
  }

  @Test(arguments: Package.sources)
  func sqliteIsCalledInItsOwnLayerOnly(_ file: SourceFile) {
    if ["SharedStoreSQLite", "StoreBenchmarks"].contains(file.target) { return }
    let calls = file.code(with: /\b(sqlite3_|SQLITE_)\w/)
    #expect(calls.isEmpty, "\(calls.joined(separator: "\n"))")
  }

  @Test(arguments: Package.sources)
  func theLibrarysSystemCallsLieInOneFolder(_ file: SourceFile) {
    let isLibrary = ["SharedStoreSQLite", "SharedStoreReader", "SharedStore"].contains(file.target)
    guard isLibrary, !file.path.contains("/System/"), !file.path.contains("/Darwin/") else {
      return
    }
    #expect(!file.imports.contains("Glibc") && !file.imports.contains("Darwin"))
  }
}
