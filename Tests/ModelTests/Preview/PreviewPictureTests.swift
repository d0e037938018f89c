import Foundation
import SharedStoreModel
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct PreviewPictureTests {
  /// Titles that are hard to show.
  private static let titles = [
    "Today", "", "a<b>&\"c\"'", String(repeating: "W", count: 300),
    String(repeating: "word ", count: 80), String(repeating: "長い題名", count: 40),
    "קניות לשבת ולחג, וגם דברים אחרים שצריך לא לשכוח אף פעם", "مهام اليوم والغد وما بعدهما",
    String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", count: 30),
    String(repeating: "\u{FDFD}", count: 9), "x" + String(repeating: "\u{0301}", count: 200),
    "\u{202E}reversed\u{0}\u{1B}[31m\u{FFFF}",
  ]
  private static let counts: [Int64] = [0, -1, 1_000_000, .max, .min]

  private func card(_ count: Int64, _ title: String?) -> PreviewCard {
    let json = "{}"
    let payload = StoredPayload(
      type: "count", format: 1, json: json, count: count, title: title)
    let timeline = SnapshotTimeline(
      now: TestValues.time(1_000), reading: TestValues.reading(payload, revision: 2))
    return PreviewCard(timeline.entry(at: TestValues.time(1_000)), of: "todo", isPastEnd: false)
  }

  private static func parses(_ svg: String) -> Bool {
    let parser = XMLParser(data: Data(svg.utf8))
    parser.shouldResolveExternalEntities = false
    return parser.parse()
  }

  @Test(arguments: titles, counts)
  func everyLineStaysInsideTheCardAndThePictureIsXML(title: String, count: Int64) throws {
    let picture = PreviewPicture(card(count, title))
    let room = PreviewPicture.width - 2 * PreviewPicture.margin
    for line in picture.lines {
      #expect(TextWidth.of(line.text) * line.size <= room * 1_000, "\(line.text)")
      #expect(line.y <= PreviewPicture.height - PreviewPicture.margin / 2)
    }
    #expect(picture.lines.contains { $0.text == String(count) && $0.size >= 8 })
    #expect(PreviewPictureTests.parses(picture.svg), "\(picture.svg)")
    // The name of the form is the only address.
    #expect(picture.svg.components(separatedBy: "://").count == 2)
    #expect(!picture.svg.contains("\u{202E}") && !picture.svg.contains("href"))
  }

  @Test func linesStandAboveEachOther() {
    for title in PreviewPictureTests.titles {
      let lines = PreviewPicture(card(3, title)).lines.sorted { $0.y < $1.y }
      for (upper, lower) in zip(lines, lines.dropFirst()) {
        #expect(lower.y - upper.y >= lower.size, "\(title)")
      }
    }
  }

  @Test func aTitleFromRightToLeftBeginsAtTheRight() {
    #expect(
      PreviewPicture(card(3, "קניות")).svg.contains(
        #"x="300" y="106" font-size="16" direction="rtl""#))
    #expect(!PreviewPicture(card(3, "3 Todo קניות")).svg.contains("rtl"))
  }

  @Test func lightAndDarkAreBothInTheFile() {
    #expect(PreviewPicture(card(3, "Today")).svg.contains("@media (prefers-color-scheme: dark)"))
  }

  @Test(arguments: StoreError.Code.allCases)
  func everyReasonHasPlainWordsAndNoNumber(reason: StoreError.Code) {
    let timeline = SnapshotTimeline(
      now: TestValues.time(0), reading: Reading<StoredPayload>.unavailable(.init(reason, "A.")))
    let card = PreviewCard(timeline.entries.first, of: "todo", isPastEnd: false)
    #expect(card.value.hasSuffix(".") && !card.value.contains(reason.word))
    #expect(!card.value.contains { $0.isNumber } && !card.isNumber && card.footer == reason.word)
    #expect(PreviewPicture(card).lines.first { $0.role == .value }?.text.isEmpty == false)
  }

  @Test func beforeTheFirstEntryNothingIsShown() {
    #expect(PreviewCard(nil, of: "todo", isPastEnd: false).value == "Nothing is shown yet.")
  }

  @Test func thePictureOfTheREADMEIsWhatThisVersionDraws() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Documentation/preview.svg").standardized
    let svg = PreviewPicture(card(2, "Today")).svg
    #expect(try String(contentsOf: file, encoding: .utf8) == svg)
  }
}
