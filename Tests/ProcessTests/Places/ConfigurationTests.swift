import Foundation
import Testing

extension ProcessTests {
  @Suite struct ConfigurationTests {
    let home: UserHome

    init() throws {
      home = try UserHome()
    }

    @Test(arguments: [
      (Tool.app, ["init"]), (.app, ["count", "set", "todo", "3"]), (.app, ["status"]),
      (.app, ["backup", "copy.sqlite"]), (.extension, ["snapshot", "todo"]),
      (.extension, ["timeline", "todo"]), (.extension, ["kinds"]), (.extension, ["path"]),
    ])
    func withoutConfigurationATool(tool: Tool, arguments: [String]) throws {
      let before = try FolderImage(home.path)
      let failure = try home.run(tool, arguments + ["--json"]).expectFailure(78, "configuration")
      #expect(failure?.hint?.contains("--app-group") == true)
      #expect(try FolderImage(home.path) == before)
    }

    @Test func aFlagGoesBeforeTheEnvironmentAndTheEnvironmentBeforeAFile() throws {
      for group in ["group.flag", "group.environment", "group.file"] { try home.makeStore(group) }
      let file = try home.configure("group.file")
      let environment = ["SHARED_STORE_APP_GROUP": "group.environment"]
      let flag = try home.appGroup(["--app-group", "group.flag"], environment: environment)
      #expect(flag == .init(value: "group.flag", origin: "flag"))
      let variable = try home.appGroup(environment: environment)
      #expect(
        variable
          == .init(value: "group.environment", origin: "environment SHARED_STORE_APP_GROUP"))
      #expect(try home.appGroup() == .init(value: "group.file", origin: "file \(file)"))
    }

    @Test func theNearestFileCountsAndThenTheUsersOwn() throws {
      for group in ["group.sub", "group.project", "group.user"] { try home.makeStore(group) }
      let user = try home.configure("group.user", in: home.path + "/.config")
      let sub = home.project + "/sub"
      #expect(try home.appGroup(in: sub) == .init(value: "group.user", origin: "file \(user)"))
      let project = try home.configure("group.project")
      #expect(
        try home.appGroup(in: sub) == .init(value: "group.project", origin: "file \(project)"))
      let nearest = try home.configure("group.sub", in: sub)
      #expect(try home.appGroup(in: sub) == .init(value: "group.sub", origin: "file \(nearest)"))
      let other = try home.configure("group.sub", in: home.path + "/other")
      let moved = try home.appGroup(
        environment: ["XDG_CONFIG_HOME": home.path + "/other"], in: home.path + "/.config")
      #expect(moved == .init(value: "group.user", origin: "file \(user)"))
      let outside = try home.appGroup(
        environment: ["XDG_CONFIG_HOME": home.path + "/other"], in: home.path + "/.local")
      #expect(outside == .init(value: "group.sub", origin: "file \(other)"))
    }

    @Test func aNamedFileGoesBeforeAFoundOne() throws {
      for group in ["group.named", "group.variable", "group.found"] { try home.makeStore(group) }
      try home.configure("group.found")
      let named = try home.configure("group.named", in: home.path + "/named")
      let variable = try home.configure("group.variable", in: home.path + "/variable")
      let environment = ["SHARED_STORE_CONFIG": variable]
      #expect(try home.appGroup(environment: environment).value == "group.variable")
      #expect(
        try home.appGroup(["--config", named], environment: environment).value == "group.named")
      for tool in Tool.forPeople {
        try home.run(tool, ["status", "--config", home.path + "/none", "--json"])
          .expectFailure(78, "configuration")
      }
    }

    @Test func theContainerOfAFileIsRelativeToTheFileAndBelongsToItsAppGroup() throws {
      try home.makeStore("group.file", container: home.project + "/data")
      try home.makeStore("group.other")
      try home.configure("group.file", container: "data")
      let sub = home.project + "/sub"
      let status: StatusReport = try home.run(.extension, ["status", "--json"], in: sub).decoded()
      #expect(status.container.value == home.project + "/data")
      #expect(status.path == home.project + "/data/SharedStore/store.sqlite")
      // Another id does not take the container along.
      let other: StatusReport = try home.run(
        .extension, ["status", "--app-group", "group.other", "--json"], in: sub
      ).decoded()
      #expect(other.path == home.path + "/.local/share/group.other/SharedStore/store.sqlite")
    }

    @Test func aBrokenFileIsAnErrorOnlyWhereItIsNeeded() throws {
      try home.makeStore("group.flag")
      let file = try home.configure("group.file")
      try Data("{".utf8).write(to: URL(filePath: file))
      try home.run(.extension, ["status", "--json"]).expectFailure(78, "configuration")
      let container = home.path + "/.local/share/group.flag"
      let flags = ["--app-group", "group.flag", "--container", container]
      #expect(try home.appGroup(flags).value == "group.flag")
    }

    @Test func initWritesAFileOnceAndBothToolsFindTheStoreByIt() throws {
      let created: CreatedReport = try home.run(
        .app, ["init", "--app-group", "group.new", "--json"]
      ).decoded()
      let file = home.project + "/shared-store.json"
      #expect(created.configuration == file && created.created)
      let sub = home.project + "/sub"
      #expect(try home.appGroup(in: sub) == .init(value: "group.new", origin: "file \(file)"))
      let written = try FolderImage.Entry(path: file)
      let again: CreatedReport = try home.run(
        .app, ["init", "--app-group", "group.other", "--json"]
      ).decoded()
      let below: CreatedReport = try home.run(
        .app, ["init", "--app-group", "group.third", "--json"], in: sub
      ).decoded()
      #expect(again.configuration == nil && below.configuration == nil)
      #expect(try FolderImage.Entry(path: file) == written)
      #expect(try FolderImage(home.project).names == ["shared-store.json", "sub"])
    }

    @Test func anotherAppGroupIsAMissingStoreAndNothingIsCreated() throws {
      try home.makeStore("group.one")
      let container = home.path + "/.local/share/group.one"
      let before = try FolderImage(home.path)
      for place in [[], ["--container", container]] {
        let flags = ["--app-group", "group.two", "--json"] + place
        for arguments in [["count", "set", "todo", "3"], ["status"], ["kinds"], ["check"]] {
          try home.run(.app, arguments + flags).expectFailure(4, "store-missing")
        }
        for arguments in [["snapshot", "todo"], ["status"], ["kinds"]] {
          try home.run(.extension, arguments + flags).expectFailure(4, "store-missing")
        }
      }
      let names = try FolderImage(home.path).names
      #expect(names == before.names)
    }

    @Test(arguments: ["", ".", "..", "../x", "a/b", "a b", "\u{e4}", "a\nb"])
    func anAppGroupThatIsNoNameIsRefused(id: String) throws {
      let before = try FolderImage(home.path)
      for tool in Tool.forPeople {
        try home.run(tool, ["status", "--app-group=" + id, "--json"])
          .expectFailure(78, "configuration")
      }
      try home.run(.app, ["init", "--app-group=" + id, "--json"])
        .expectFailure(78, "configuration")
      #expect(try FolderImage(home.path) == before)
    }
  }
}
