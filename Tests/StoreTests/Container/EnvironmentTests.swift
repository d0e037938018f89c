import Foundation
import SharedStore
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStoreReader

/// What depends on the environment and the working directory, each in a process of its own: both
/// belong to the whole process.
@Suite struct EnvironmentTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func anAppGroupsContainerLiesInTheUsersDataDirectory() async {
    await #expect(processExitsWith: .success) {
      func container(_ data: String?, _ home: String?) -> String? {
        for (name, value) in [("XDG_DATA_HOME", data), ("HOME", home)] {
          if let value { setenv(name, value, 1) } else { unsetenv(name) }
        }
        return StoreLocation.appGroup("group.example.test").containerDirectory
      }
      #expect(container("/data", "/home/me") == "/data/group.example.test")
      #expect(container(nil, "/home/me") == "/home/me/.local/share/group.example.test")
      #expect(container("", "/home/me") == "/home/me/.local/share/group.example.test")
      // A relative directory does not count.
      #expect(container("data", "/home/me") == "/home/me/.local/share/group.example.test")
      #expect(container(nil, nil) == nil)
      #expect(container("data", "home") == nil)
      let reader = StoreReader(.appGroup("group.example.test"))
      #expect(reader.readCount("todo").error?.code == .configuration)
    }
  }

  @Test func aRelativeContainerBelongsToTheWorkingDirectory() async throws {
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      try #require(chdir(path) == 0)
      let location = StoreLocation.container("here/container", appGroup: "group.example.test")
      let writer = try StoreWriter(location, create: true)
      try writer.publish(CountSnapshot(count: 3), kind: "todo")
      #expect(StoreReader(location).readCount("todo").snapshot?.payload.count == 3)
    }
    #expect(try directory.tree().contains("here/container/SharedStore/store.sqlite"))
  }

  @Test func aLongWorkingDirectoryCountsForARelativeContainer() async throws {
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      try #require(chdir(path) == 0)
      let name = String(repeating: "d", count: 100)
      for _ in 0..<5 { try #require(mkdir(name, 0o700) == 0 && chdir(name) == 0) }
      let location = StoreLocation.container("c", appGroup: "group.example.test")
      let error = try failure { _ = try StoreWriter(location, create: true) }
      #expect(error.code == .configuration && error.message.contains("limit 500"))
    }
  }

  @Test func flagsWinOverTheEnvironmentAndThatOverAFile() async throws {
    try directory.write(#"{"appGroup":"file.group","container":"c"}"#, to: "shared-store.json")
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      try #require(chdir(path) == 0)
      for name in ["APP_GROUP", "CONTAINER", "CONFIG"] { unsetenv("SHARED_STORE_" + name) }
      let file = Configuration.Origin.file(path + "/shared-store.json")

      let plain = try Configuration.resolve(appGroup: nil, container: nil, file: nil)
      #expect(plain.appGroup == Configuration.Setting(value: "file.group", origin: file))
      #expect(plain.container == Configuration.Setting(value: path + "/c", origin: file))
      #expect(plain.location == .container(path + "/c", appGroup: "file.group"))

      setenv("SHARED_STORE_APP_GROUP", "env.group", 1)
      setenv("SHARED_STORE_CONTAINER", "/env", 1)
      let variables = try Configuration.resolve(appGroup: nil, container: nil, file: nil)
      #expect(variables.appGroup.value == "env.group")
      #expect(variables.appGroup.origin == .environment("SHARED_STORE_APP_GROUP"))
      #expect(variables.container?.value == "/env")

      let flags = try Configuration.resolve(
        appGroup: "flag.group", container: "/flag", file: nil)
      #expect(flags.appGroup == Configuration.Setting(value: "flag.group", origin: .flag))
      #expect(flags.container == Configuration.Setting(value: "/flag", origin: .flag))

      // An empty variable is no setting.
      setenv("SHARED_STORE_APP_GROUP", "", 1)
      let mixed = try Configuration.resolve(appGroup: nil, container: nil, file: nil)
      #expect(mixed.appGroup.value == "file.group" && mixed.container?.value == "/env")
    }
  }

  @Test func aContainerOfTheFileDoesNotFollowAnotherAppGroup() async throws {
    try directory.write(#"{"appGroup":"file.group","container":"c"}"#, to: "shared-store.json")
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      try #require(chdir(path) == 0)
      for name in ["APP_GROUP", "CONTAINER", "CONFIG"] { unsetenv("SHARED_STORE_" + name) }
      let other = try Configuration.resolve(appGroup: "other.group", container: nil, file: nil)
      #expect(other.container == nil)
      let same = try Configuration.resolve(appGroup: "file.group", container: nil, file: nil)
      #expect(same.container?.value == path + "/c")
    }
  }

  @Test func aBrokenFileIsInTheWayOnlyWhereItIsNeeded() async throws {
    try directory.write("no json", to: "shared-store.json")
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      try #require(chdir(path) == 0)
      for name in ["APP_GROUP", "CONTAINER", "CONFIG"] { unsetenv("SHARED_STORE_" + name) }
      func resolve(_ group: String?, _ container: String?, file: String? = nil) -> String {
        do throws(StoreError) {
          let found = try Configuration.resolve(appGroup: group, container: container, file: file)
          return found.appGroup.value
        } catch {
          return error.code.word
        }
      }
      #expect(resolve(nil, nil) == "configuration")
      #expect(resolve("flag.group", nil) == "configuration")
      #expect(resolve("flag.group", "/flag") == "flag.group")
      // Named, its silence would be a surprise.
      #expect(resolve("flag.group", "/flag", file: "shared-store.json") == "configuration")
      setenv("SHARED_STORE_CONFIG", "shared-store.json", 1)
      #expect(resolve("flag.group", "/flag") == "configuration")
    }
  }

  @Test func aFileInTheUsersConfigurationDirectoryIsTheLastResort() async throws {
    try directory.makeDirectory("config")
    try directory.makeDirectory("work")
    try directory.write(#"{"appGroup":"user.group"}"#, to: "config/shared-store.json")
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      for name in ["APP_GROUP", "CONTAINER", "CONFIG"] { unsetenv("SHARED_STORE_" + name) }
      setenv("XDG_CONFIG_HOME", path + "/config", 1)
      try #require(chdir(path + "/work") == 0)
      let user = try Configuration.resolve(appGroup: nil, container: nil, file: nil)
      #expect(user.appGroup.value == "user.group" && user.container == nil)
      try Data(#"{"appGroup":"work.group"}"#.utf8)
        .write(to: URL(fileURLWithPath: path + "/shared-store.json"))
      let parent = try Configuration.resolve(appGroup: nil, container: nil, file: nil)
      #expect(parent.appGroup.value == "work.group")
    }
  }

  @Test func withoutAnyConfigurationThereIsAHint() async throws {
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      for name in ["SHARED_STORE_APP_GROUP", "SHARED_STORE_CONFIG", "HOME", "XDG_CONFIG_HOME"] {
        unsetenv(name)
      }
      try #require(chdir(path) == 0)
      let error = try failure {
        _ = try Configuration.resolve(appGroup: nil, container: nil, file: nil)
      }
      #expect(error.code == .configuration && error.advice?.command?.contains("app init") == true)
      let invalid = try failure {
        _ = try Configuration.resolve(appGroup: "../x", container: nil, file: nil)
      }
      #expect(invalid.code == .configuration)
    }
  }

  @Test func aNewFileIsWrittenOnceAndForItsOwnerAlone() async throws {
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      try #require(chdir(path) == 0)
      let first = try ConfigurationFile.create(appGroup: "group.example.test", container: "c")
      #expect(first == path + "/shared-store.json")
      let second = try ConfigurationFile.create(appGroup: "other", container: nil)
      #expect(second == nil)
      let file = try ConfigurationFile(path: "shared-store.json")
      #expect(file.appGroup == "group.example.test" && file.container == path + "/c")
    }
    let mode = try FileManager.default.attributesOfItem(
      atPath: directory.file("shared-store.json"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }
}
