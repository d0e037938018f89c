import SharedStoreCommandLine
import SharedStoreModel
import Testing

@Suite struct CardTextTests {
  private func lines(title: String) -> [String] {
    let payload = StoredPayload(type: "count", format: 1, json: "{}", count: 3, title: title)
    let snapshot = Snapshot(
      kind: "todo", revision: .zero, type: "count", format: 1, payload: payload,
      changedAt: Timestamp(clampingMilliseconds: 0),
      writer: WriterIdentity(program: "app", version: "1"))
    let token = StoreToken(storeID: "s", incarnation: "l", revision: .zero)
    let timeline = SnapshotTimeline(
      now: Timestamp(clampingMilliseconds: 0), reading: .value(snapshot, at: token))
    let card = PreviewCard(timeline.entries.first, of: "todo", isPastEnd: false)
    return CardText.text(of: card).split(separator: "\n").map(String.init)
  }

  @Test(
    arguments: [
      "", "Today", String(repeating: "word ", count: 30), String(repeating: "W", count: 200),
      String(repeating: "長い題名", count: 30), "\u{5E7} \u{5DC}\u{5E9}\u{5D1}\u{5EA}",
      "tab\tand\nline", "\u{202E}reversed", " " + String(repeating: "x", count: 50),
    ])
  func everyLineIsAsWideAsTheCard(title: String) {
    for line in lines(title: title) { #expect(CellWidth.of(line) == 40, "\(line)") }
  }

  @Test func aLongTitleIsBrokenBetweenWordsAndCutAfterTwoLines() {
    let shown = lines(
      title: "Buy bread, butter, cheese and apples for breakfast " + "and so on, ".repeated(9))
    #expect(shown[3].hasPrefix("| Buy bread, butter, cheese and    "))
    #expect(shown[4].hasPrefix("| apples for breakfast") && shown[4].contains("\u{2026}"))
    #expect(shown.count == 7)
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
