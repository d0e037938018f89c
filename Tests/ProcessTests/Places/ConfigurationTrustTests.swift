import Foundation
import Testing

extension ProcessTests {
  @Suite struct ConfigurationTrustTests {
    let home: UserHome

    init() throws {
      home = try UserHome()
      try home.makeStore("group.near")
      try home.makeStore("group.far")
      try home.configure("group.far", in: home.path)
    }

    /// The nearest file does not count, so the search goes on; named, it is an error.
    private func expectUntrusted(
      _ file: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let found = try home.appGroup()
      #expect(found.value == "group.far", sourceLocation: sourceLocation)
      for tool in Tool.forPeople {
        try home.run(tool, ["status", "--config", file, "--json"])
          .expectFailure(78, "configuration", sourceLocation: sourceLocation)
        try home.run(tool, ["status", "--json"], environment: ["SHARED_STORE_CONFIG": file])
          .expectFailure(78, "configuration", sourceLocation: sourceLocation)
      }
    }

    @Test func aFileOfItsOwnerAloneCounts() throws {
      try home.configure("group.near")
      #expect(try home.appGroup().value == "group.near")
    }

    @Test(arguments: [0o664, 0o646, 0o666])
    func aFileThatOthersMayWriteDoesNotCount(mode: Int) throws {
      try expectUntrusted(home.configure("group.near", mode: mode))
    }

    @Test(.needsRoot) func aFileOfAnotherUserDoesNotCount() throws {
      let file = try home.configure("group.near")
      try OtherUser.own(file)
      try expectUntrusted(file)
    }

    @Test(.needsRoot) func aParentOfAnotherOwnerIsNotSearched() throws {
      // Owned by root and trusted as a file, but above a directory that is somebody else's.
      let sub = home.project + "/sub"
      try home.configure("group.near")
      try OtherUser.own(home.project)
      try home.run(.extension, ["status", "--json"], in: sub).expectFailure(78, "configuration")
    }

    @Test func aLinkIsNotFoundButMayBeNamed() throws {
      let real = try home.configure("group.near", in: home.path + "/elsewhere")
      let link = home.project + "/shared-store.json"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
      #expect(try home.appGroup().value == "group.far")
      #expect(try home.appGroup(["--config", link]).value == "group.near")
    }
  }
}
