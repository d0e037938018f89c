import Foundation
import SharedStore
import SharedStoreSQLite
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStoreReader

@Suite struct ConfigurationFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func file(_ text: String) throws -> ConfigurationFile {
    try ConfigurationFile(path: directory.write(text, to: "shared-store.json"))
  }

  @Test(
    arguments: [
      (#"{"appGroup":"g","container":"c/d"}"#, "g", "c/d"), (#"{"appGroup":"g"}"#, "g", nil),
      (#"{"container":"c"}"#, nil, "c"), ("{}", nil, nil), (#"{"appGroup":null}"#, nil, nil),
      (#"{ "appGroup" : "g" }"#, "g", nil),
    ])
  func aFileNamesAGroupAndAContainerBesideIt(
    _ text: String, _ appGroup: String?, _ container: String?
  ) throws {
    let file = try file(text)
    #expect(file.appGroup == appGroup)
    #expect(file.container == container.map { directory.path + "/" + $0 })
    #expect(file.path == directory.file("shared-store.json"))
  }

  @Test(arguments: [
    #"{"appGroup":"g","more":[1]}"#, #"{"appgroup":"g"}"#, #"{"appGroup":"g","":null}"#,
    #"{"appGroup":"g","appGroup":"g"}"#, #"{"appGroup":1}"#, "[]",
  ])
  func whatTheFileDoesNotKnowIsRefusedAndTheFileNamed(_ text: String) throws {
    let error = try failure { _ = try file(text) }
    #expect(error.code == .configuration && error.file == directory.file("shared-store.json"))
  }

  @Test func anAbsoluteContainerStaysAsItIs() throws {
    #expect(try file(#"{"container":"/some/where"}"#).container == "/some/where")
  }

  @Test(arguments: ["", "no json", "[]", "3", #"{"appGroup":3}"#, #"{"container":["a"]}"#, "{} {}"])
  func whatIsNotUnderstoodIsRefused(_ text: String) throws {
    #expect(try failure { _ = try file(text) }.code == .configuration)
  }

  @Test(arguments: [
    (#"{"appGroup":"a","appGroup":"b"}"#, "two members have the same name", "$.appGroup"),
    (#"{"appGroup":"a",}"#, "a comma stands before a closing bracket", "line 1, byte 16"),
  ])
  func whatIsWrongWithTheTextIsSaidWithItsPlace(
    _ text: String, _ problem: String, _ place: String
  ) throws {
    let error = try failure { _ = try file(text) }
    #expect(error.code == .configuration)
    #expect(error.message.contains(problem) && error.message.contains(place))
  }

  @Test func deepNestingIsRefusedAndEndsNothing() throws {
    let text = String(repeating: #"{"more":"#, count: 100_000)
    #expect(try failure { _ = try file(text) }.code == .configuration)
  }

  @Test func aFileThatIsMissingOrNoFileIsRefused() throws {
    let paths = [
      directory.file("missing"), directory.path, directory.file("missing/below"), "/dev/null",
    ]
    for path in paths {
      #expect(try failure { _ = try ConfigurationFile(path: path) }.code == .configuration)
    }
  }

  @Test(arguments: [0o622, 0o620, 0o602, 0o666, 0o777] as [mode_t])
  func aFileThatOthersMayWriteIsNotTrusted(_ mode: mode_t) throws {
    let path = try directory.write(#"{"appGroup":"g"}"#, to: "shared-store.json")
    try #require(chmod(path, mode) == 0)
    #expect(try failure { _ = try ConfigurationFile(path: path) }.code == .configuration)
    #expect(!ConfigurationFile.isTrusted(path))
    #expect(ConfigurationFile.find(from: directory.path) != path)
    try #require(chmod(path, 0o644) == 0)
    #expect(try ConfigurationFile(path: path).appGroup == "g")
    #expect(ConfigurationFile.find(from: directory.path) == path)
  }

  @Test(.enabled("Giving files away takes a superuser.") { geteuid() == 0 })
  func aStrangersFileIsNotTrusted() throws {
    let path = try directory.write(#"{"appGroup":"g"}"#, to: "shared-store.json")
    try #require(chown(path, 65_534, 65_534) == 0)
    #expect(try failure { _ = try ConfigurationFile(path: path) }.code == .configuration)
    #expect(ConfigurationFile.find(from: directory.path) != path)
  }

  @Test func aLinkIsFollowedWhenItIsNamedAndOnlyThen() throws {
    let target = try directory.write(#"{"appGroup":"g","container":"c"}"#, to: "target.json")
    let link = try directory.makeDirectory("work") + "/shared-store.json"
    try #require(symlink(target, link) == 0)
    let file = try ConfigurationFile(path: link)
    #expect(file.appGroup == "g" && file.container == directory.path + "/c")
    #expect(ConfigurationFile.find(from: directory.file("work")) != link)
  }

  @Test func theNearestFileOfTheParentsCounts() throws {
    let deep = try directory.makeDirectory("a/b/c")
    let far = try directory.write("{}", to: "shared-store.json")
    #expect(ConfigurationFile.find(from: deep) == far)
    let near = try directory.write("{}", to: "a/b/shared-store.json")
    #expect(ConfigurationFile.find(from: deep) == near)
    #expect(ConfigurationFile.find(from: directory.file("a")) == far)
    #expect(ConfigurationFile.find(from: directory.file("missing")) == nil)
  }

  @Test(.enabled("Giving files away takes a superuser.") { geteuid() == 0 })
  func theSearchEndsAtAParentOfAnotherOwner() throws {
    let work = try directory.makeDirectory("strangers/work")
    try directory.write("{}", to: "shared-store.json")
    try directory.write("{}", to: "strangers/shared-store.json")
    #expect(ConfigurationFile.find(from: work) == directory.file("strangers/shared-store.json"))
    try #require(chown(directory.file("strangers"), 65_534, 65_534) == 0)
    #expect(ConfigurationFile.find(from: work) == nil)
  }
}

@Suite struct PathTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(
    arguments: [
      ("/", nil), ("/a", "/"), ("/a/b", "/a"), ("/a b/c", "/a b"), ("/a/", "/a"), ("a", nil),
      // A mark that joins the slash before it on the screen, not in the file system.
      ("/a/\u{301}b", "/a"), ("/\u{301}b", "/"),
    ])
  func aPathHasAParent(_ path: String, _ parent: String?) {
    #expect(Paths.parent(of: path) == parent)
  }

  @Test(
    arguments: [
      ("/a/b", "b"), ("/a", "a"), ("a", "a"), ("/a/", ""), ("/a/\u{301}b", "\u{301}b"),
    ])
  func aPathHasAName(_ path: String, _ name: String) {
    #expect(Array(Paths.name(of: path).utf8) == Array(name.utf8))
  }

  @Test(
    arguments: [
      ("/a/b", "/a", true), ("/a", "/a", true), ("/ab", "/a", false), ("/a", "/a/b", false),
      ("/a/\u{301}b", "/a", true), ("/a", "/", true), ("/e\u{301}/b", "/\u{E9}", false),
    ])
  func aPathLiesInADirectoryOrNot(_ path: String, _ directory: String, _ isInside: Bool) {
    #expect(Paths.isPath(path, in: directory) == isInside)
  }

  @Test func linksAreResolvedAsFarAsThePathExists() throws {
    let real = try directory.makeDirectory("real")
    let link = directory.file("link")
    try #require(symlink(real, link) == 0)
    for rest in ["", "/a", "/a/b c/\u{301}d"] {
      #expect(try Paths.resolvedIgnoringMissing(link + rest) == real + rest)
    }
    #expect(try Paths.resolvedIgnoringMissing("/") == "/")
    #expect(try Paths.resolvedIgnoringMissing("/no such/path") == "/no such/path")
    #expect(throws: SystemError.self) { _ = try Paths.resolved(link + "/a") }
  }

  @Test func aFileInTheMiddleOfAPathIsAnError() throws {
    let file = try directory.write("", to: "file")
    let error = #expect(throws: SystemError.self) {
      _ = try Paths.resolvedIgnoringMissing(file + "/a")
    }
    #expect(error?.isNotDirectory == true)
  }
}
