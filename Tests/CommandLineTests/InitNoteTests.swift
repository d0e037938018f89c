import Testing

/// `app init` writes one configuration a place; who creates a second store there is told so.
@Suite(.timeLimit(.minutes(1))) struct InitNoteTests {
  private let shell: Shell
  private let note =
    "another store is configured here: name this one with the same options each time"

  init() throws {
    shell = try Shell()
    _ = try shell.run("app init --app-group group.one --container one")
  }

  @Test(arguments: [
    "--app-group group.two --container two", "--app-group group.two",
    "--app-group group.one --container two",
  ])
  func aSecondStoreIsCreatedAndSaysThatAnotherIsConfigured(options: String) throws {
    let result = try shell.run("app init \(options)")
    #expect(result.status == 0)
    #expect(result.output.first?.hasPrefix("created ") == true)
    #expect(result.output.last == note)
    #expect(try shell.run("cat shared-store.json").output.joined().contains("group.one"))
  }

  @Test(arguments: [
    "", "--app-group group.one", "--app-group group.one --container one",
    "--app-group group.one --container ./one/../one",
  ])
  func theConfiguredStoreHasNoNote(options: String) throws {
    let result = try shell.run("app init \(options)")
    #expect(result.output.first?.hasPrefix("exists ") == true)
    #expect(result.output.last != note)
  }

  @Test func belowAConfiguredFolderNoSecondConfigurationIsWritten() throws {
    let command = "app init --app-group group.two --container two"
    let result = try shell.run("mkdir below && cd below && \(command)")
    #expect(result.output.last == note)
    #expect(try shell.run("ls below").output == ["two"])
  }

  @Test func aConfigurationThatCannotBeUsedIsNotTheStoresEither() throws {
    _ = try shell.run("echo '{' > shared-store.json")
    let result = try shell.run("app init --app-group group.two --container two")
    #expect(result.status == 0)
    #expect(result.output.last == note)
    #expect(try shell.run("cat shared-store.json").output == ["{"])
  }
}
