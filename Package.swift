// swift-tools-version: 6.2
import PackageDescription

// The tools have names that a client may give targets of its own, so they are products only where
// this package is the one that is built, and not in the graph of another.
let isRoot =
  Context.environment["PWD"].map { directory in
    directory == Context.packageDirectory || directory.hasPrefix(Context.packageDirectory + "/")
  } ?? true
let tools: [Product] = [
  .executable(name: "app", targets: ["AppCLI"]),
  .executable(name: "extension", targets: ["ExtensionCLI"]),
]

// What an app that links the library has to tell Apple about it. Elsewhere a target with resources
// would need a folder beside each program.
let privacyManifest = "PrivacyInfo.xcprivacy"
#if os(Linux)
  let isApple = false
#else
  let isApple = true
#endif

let package = Package(
  name: "SharedStore",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "SharedStore", targets: ["SharedStore"]),
    .library(name: "SharedStoreReader", targets: ["SharedStoreReader"]),
    .library(name: "SharedStoreTesting", targets: ["SharedStoreTesting"]),
  ] + (isRoot ? tools : []),
  targets: [
    // The system's libsqlite3. No pkgConfig: a Mac then uses the SDK's library.
    .systemLibrary(
      name: "CSharedStoreSQLite", path: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // Embeds Migrations/*.sql with #embed, so a copied binary needs no folder beside it.
    .target(name: "CSharedStoreMigrations"),

    // Pure rules: no Foundation, no SQLite, no clock.
    .target(name: "SharedStoreModel"),
    // System calls: the only target but the benchmarks that imports Glibc or Darwin.
    .target(name: "CSharedStoreSystem"),
    .target(
      name: "SharedStoreSystem", dependencies: ["CSharedStoreSystem"],
      exclude: isApple ? [] : [privacyManifest],
      resources: isApple ? [.copy(privacyManifest)] : []),
    .target(
      name: "SharedStoreSQLite",
      dependencies: ["CSharedStoreSQLite", "SharedStoreSystem"]),
    .target(
      name: "SharedStoreReader",
      dependencies: ["SharedStoreModel", "SharedStoreSQLite", "SharedStoreSystem"]),
    .target(
      name: "SharedStore",
      dependencies: [
        "SharedStoreModel", "SharedStoreReader", "SharedStoreSQLite", "SharedStoreSystem",
        "CSharedStoreMigrations",
      ]),
    .target(
      name: "SharedStoreTesting",
      dependencies: ["SharedStore", "SharedStoreReader", "SharedStoreModel", "SharedStoreSystem"]),

    .target(
      name: "SharedStoreCommandLine",
      dependencies: ["SharedStoreModel", "SharedStoreReader", "SharedStoreSystem"]),
    .executableTarget(
      name: "AppCLI",
      dependencies: ["SharedStore", "SharedStoreCommandLine"]),
    .executableTarget(
      name: "ExtensionCLI",
      dependencies: ["SharedStoreReader", "SharedStoreCommandLine"]),
    .executableTarget(
      name: "StoreBenchmarks",
      dependencies: [
        "SharedStore", "SharedStoreReader", "SharedStoreSQLite", "SharedStoreSystem",
        "CSharedStoreSQLite",
      ]),

    // What several test targets use; no product.
    .target(
      name: "TestSupport", dependencies: ["SharedStore", "SharedStoreTesting"],
      path: "Tests/TestSupport"),
    // A few names of WidgetKit, so that the example of a widget is compiled elsewhere too.
    .target(name: "WidgetStandIn", path: "Tests/WidgetStandIn"),
    .target(
      name: "SharedStoreWidgetExample",
      dependencies: ["SharedStore", "SharedStoreReader", "WidgetStandIn"], path: "Examples/Widget"),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(name: "ModelTests", dependencies: ["SharedStoreModel", "TestSupport"]),
    .testTarget(
      name: "SystemTests", dependencies: ["SharedStoreSystem", "SharedStoreTesting", "TestSupport"]),
    .testTarget(
      name: "SQLiteTests",
      dependencies: ["SharedStoreSQLite", "SharedStoreSystem", "SharedStoreTesting", "TestSupport"]
    ),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "SharedStore", "SharedStoreReader", "SharedStoreModel", "SharedStoreSQLite",
        "SharedStoreSystem", "SharedStoreTesting", "CSharedStoreMigrations", "CSharedStoreSQLite",
        "SharedStoreWidgetExample", "TestSupport", "WidgetStandIn",
      ],
      exclude: ["schema.sql"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "SharedStoreCommandLine", "SharedStoreReader", "AppCLI", "ExtensionCLI", "TestSupport",
      ]),
    // A writer that goes on for a while; the process tests start several of them.
    .executableTarget(
      name: "ContentionWriter", dependencies: ["SharedStore", "TestSupport"],
      path: "Tests/ContentionWriter"),
    // The same with documents.
    .executableTarget(
      name: "DocumentWriter", dependencies: ["SharedStore", "TestSupport"],
      path: "Tests/DocumentWriter"),
    // Success and cancel of jobs, raced against each other.
    .executableTarget(
      name: "JobRacer", dependencies: ["SharedStore", "TestSupport"], path: "Tests/JobRacer"),
    .testTarget(
      name: "ProcessTests",
      dependencies: [
        "AppCLI", "ExtensionCLI", "ContentionWriter", "DocumentWriter", "JobRacer",
        "SharedStoreTesting", "TestSupport",
      ],
      exclude: ["Snapshots"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x
)

for target in package.targets where ![.system, .binary].contains(target.type) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  // Places where a test can stop or kill the process: neither in a release build nor in a client's.
  if isRoot {
    target.swiftSettings?.append(.define("FAULT_INJECTION", .when(configuration: .debug)))
  }
}
