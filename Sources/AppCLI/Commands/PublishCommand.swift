import SharedStore
import SharedStoreCommandLine

/// `publish KIND [FILE|-]`: any JSON becomes the record of a kind.
enum PublishCommand {
  private static let kind = Argument.positional("kind", help: "The kind of the record.")
  private static let file = Argument.positional(
    "file", help: "A file with one JSON value; - or nothing for standard input.", required: false)
  private static let type = Argument.option(
    "type", value: "name", help: "The name of the payload's type, for readers that check it.",
    default: StoredPayload.untyped)
  private static let payloadFormat = Argument.option(
    "payload-format", value: "number", help: "The number of the payload's format.", default: "1")

  private static let replaceType = Argument.flag(
    "replace-type", help: "Take the place of a record of another type, which its readers lose.")

  static var command: Command {
    Command(
      "publish", abstract: "Publish a JSON value as the record of a kind.",
      arguments: [kind, file, type, payloadFormat, CountCommand.ifRevision, replaceType],
      action: Action(publish)
    )
  }

  private static func publish(_ run: Invocation) throws(StoreError) {
    let kind = try run.arguments.kind(kind)
    let ifRevision = try run.arguments.revision(CountCommand.ifRevision)
    let (typeName, format) = try payloadType(run)
    let bytes = try InputFile.read(run.arguments[file] ?? "-", limit: 64 << 20)
    let json = try CanonicalJSON.parse(bytes).canonicalText
    let payload = StoredPayload(type: typeName, format: format, json: json)
    let replacing = run.arguments.isSet(replaceType)
    try run.publish { tx throws(StoreError) in
      try tx.snapshots.publish(
        payload, kind: kind, ifRevision: ifRevision, replacingType: replacing)
    }
  }

  private static func payloadType(_ run: Invocation) throws(StoreError) -> (String, Int) {
    let name = run.arguments.required(type)
    guard Kind(name) != nil, name != CountSnapshot.typeName else {
      throw StoreError(run.arguments.invalid(type, "It is reserved or no name."))
    }
    guard let format = try run.arguments.integer(payloadFormat), (1...1_000_000).contains(format)
    else { throw StoreError(run.arguments.invalid(payloadFormat, "It begins at 1.")) }
    return (name, Int(format))
  }
}
