import SharedStoreModel
import Testing

@Suite struct AppGroupTests {
  @Test(
    arguments: [
      "group.example.todo", "a", "A", "0", "_", "-", "-rf", "...", ".hidden", "x.db-wal",
      "store.lock", "shared-store.json", "GROUP.X", String(repeating: "g", count: 128),
    ])
  func anIDOfTheAllowedCharactersIsKeptExactly(_ id: String) {
    #expect(AppGroup(id)?.id == id)
  }

  @Test(
    arguments: [
      "", ".", "..", "../x", "a/b", "/", "a\\b", "a b", "a\nb", "a\0b", "\0", "a\t", "group:x",
      "~", "%2e%2e", "$HOME", "gr\u{FC}n", "👩‍👩‍👧", "\u{FF0E}\u{FF0E}", "e\u{301}",
      String(repeating: "g", count: 129), String(repeating: "g", count: 300),
    ])
  func anIDThatCouldEscapeItsFolderOrCollideIsRefused(_ id: String) {
    #expect(AppGroup(id) == nil)
  }

  @Test func idsThatDifferInCaseAreTwoGroups() {
    #expect(AppGroup("GROUP.X") != AppGroup("group.x"))
  }
}
