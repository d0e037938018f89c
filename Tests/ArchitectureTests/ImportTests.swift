import Testing

/// The arrows of the design: what each target may import, and nothing else.
@Suite struct ImportTests {
  /// Targets of this package, and the system library, that a target may import.
  static let arrows: [String: Set<String>] = [
    "SharedStoreModel": [],
    "SharedStoreSystem": ["CSharedStoreSystem"],
    "SharedStoreSQLite": ["CSharedStoreSQLite", "SharedStoreSystem"],
    "SharedStoreReader": ["SharedStoreModel", "SharedStoreSQLite", "SharedStoreSystem"],
    "SharedStore": [
      "SharedStoreModel", "SharedStoreReader", "SharedStoreSQLite", "SharedStoreSystem",
      "CSharedStoreMigrations",
    ],
    "SharedStoreTesting": [
      "SharedStore", "SharedStoreReader", "SharedStoreModel", "SharedStoreSystem",
    ],
    "SharedStoreCommandLine": ["SharedStoreModel", "SharedStoreReader", "SharedStoreSystem"],
    "AppCLI": ["SharedStore", "SharedStoreCommandLine"],
    // The reader only: the compiler keeps the extension from writing.
    "ExtensionCLI": ["SharedStoreReader", "SharedStoreCommandLine"],
    // The raw limit is measured on SQLite itself.
    "StoreBenchmarks": [
      "SharedStore", "SharedStoreReader", "SharedStoreSQLite", "SharedStoreSystem",
      "CSharedStoreSQLite",
    ],
  ]

  /// Modules of the platform.
  static let platform: Set = [
    "Dispatch", "Foundation", "FoundationEssentials", "Observation", "Swift", "Synchronization",
  ]

  /// Modules that only the target of system calls imports; the benchmarks start processes.
  static let systemCalls: Set = ["Darwin", "Glibc"]

  /// Targets that make do with less of the platform.
  static let frugal: [String: Set<String>] = [
    // Pure rules: nothing that can reach a clock or a file.
    "SharedStoreModel": ["Swift"],
    // Foundation would cost every process its start-up time.
    "SharedStoreSQLite": ["Swift", "Synchronization"],
    "SharedStoreSystem": ["Darwin", "Glibc", "Swift", "Synchronization"],
    "StoreBenchmarks": platform.union(systemCalls),
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
  func systemCallsAreMadeInTheirOwnTarget(_ file: SourceFile) {
    if ["SharedStoreSystem", "StoreBenchmarks"].contains(file.target) { return }
    // A module that is imported by somebody else can be named without an import.
    let qualified = file.code(with: /\b(Glibc|Darwin|Musl)\./)
    #expect(qualified.isEmpty, "\(qualified.joined(separator: "\n"))")
  }
}
