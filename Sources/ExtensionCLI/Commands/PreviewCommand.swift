import SharedStoreCommandLine
import SharedStoreReader

/// `preview KIND`: what a small card would show.
enum PreviewCommand {
  private static let kind = Argument.positional("kind", help: "The kind of the card.")
  private static let at = Argument.option(
    "at", value: "date", help: "The time it is looked at; by default now.")
  private static let output = Argument.option(
    "output", value: "file", help: "Write the card as a picture (SVG) into this new file.")

  static var command: Command {
    Command(
      "preview", abstract: "Show what a card would display.",
      discussion: """
        The timeline is built now, or at an earlier date if one is given; at a later date the card \
        is what is left of it then. Without a value, the card has the default state, and the exit \
        code is the reason's.
        """,
      arguments: [kind, at, output], action: Action(show))
  }

  private static func show(_ run: Invocation) throws(StoreError) {
    let kind = try run.arguments.kind(kind)
    let given = try run.arguments.date(at)
    let now = Timestamp.now
    let at = given ?? now
    let reading = try run.reader().readStored(kind)
    let timeline = SnapshotTimeline(now: min(at, now), reading: reading)
    let isPastEnd = reading.error == nil && timeline.isPastEnd(at: at)
    let card = PreviewCard(timeline.entry(at: at), of: kind, isPastEnd: isPastEnd)
    let file = try run.arguments[output].map { path throws(StoreError) in
      try PictureFile.write(PreviewPicture(card).svg, to: path)
    }
    let report = PreviewReport(
      card, of: kind, at: at, reading, isPastEnd: isPastEnd, output: file)
    try run.output.show(report, CardText.text(of: card) + (file.map { "\nwrote \($0)" } ?? ""))
    if let error = reading.error {
      run.output.show(error)
      throw .reported(error.code)
    }
  }
}

/// A preview as `preview` shows it.
private struct PreviewReport: Encodable {
  let kind: String
  let at: String
  let state: String
  let reason: String?
  let revision: Revision?
  let storeRevision: Revision?
  let heading: String
  let value: String
  let title: String?
  let footer: String
  let pastEnd: Bool
  let output: String?

  init(
    _ card: PreviewCard, of kind: Kind, at: Timestamp, _ reading: Reading<StoredPayload>,
    isPastEnd: Bool, output: String?
  ) {
    self.kind = kind.text
    self.at = DateText.format(at)
    state = reading.error == nil ? "value" : "unavailable"
    reason = reading.error?.code.word
    (revision, storeRevision) = (reading.snapshot?.revision, reading.storeRevision)
    (heading, value, title, footer) = (card.heading, card.value, card.title, card.footer)
    pastEnd = isPastEnd
    self.output = output
  }
}
