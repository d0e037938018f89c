// swift-tools-version: 6.2
import PackageDescription

// A package of somebody else's, which uses this one from outside. Scripts/client builds and runs it.
let sharedStore = Context.environment["SHARED_STORE_PACKAGE"] ?? "../.."
let library: Target.Dependency = .product(name: "SharedStore", package: "SharedStore")
let testing: Target.Dependency = .product(name: "SharedStoreTesting", package: "SharedStore")
let reader: Target.Dependency = .product(name: "SharedStoreReader", package: "SharedStore")

let package = Package(
  name: "Client",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "SharedStore", path: sharedStore)],
  targets: [
    // The same source under both isolations that a module can have.
    .target(name: "Calls", dependencies: [library, testing]),
    .target(
      name: "MainActorCalls", dependencies: [library, testing],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    // Names that a client may well have given its own targets before.
    .target(name: "Document"),
    .target(name: "Job"),
    .target(name: "Published"),
    .executableTarget(name: "app", dependencies: [library, "Document", "Job", "Published"]),
    .executableTarget(name: "extension", dependencies: [reader, "Published"]),
    .testTarget(
      name: "ClientTests",
      dependencies: ["Calls", "MainActorCalls", "app", "extension", library, testing]),
  ]
)
