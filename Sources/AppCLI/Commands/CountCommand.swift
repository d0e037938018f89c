import SharedStore
import SharedStoreCommandLine

/// `count set` and `count add`.
enum CountCommand {
  private static let kind = Argument.positional("kind", help: "The kind of the count.")
  private static let number = Argument.positional("number", help: "A whole number.")
  private static let title = Argument.option(
    "title", value: "title", help: "What is counted; by default the title stays.")
  static let ifRevision = Argument.option(
    "if-revision", value: "revision",
    help: "Change nothing unless the record has this revision; 0: unless there is none.")

  static var command: Command<Action> {
    Command(
      "count", abstract: "Set or change a count.",
      subcommands: [
        Command(
          "set", abstract: "Set the count of a kind.",
          arguments: [kind, number, title, ifRevision], action: Action(set)),
        Command(
          "add", abstract: "Add to the count of a kind, which begins at 0.",
          arguments: [kind, number, title, ifRevision], action: Action(add)),
      ])
  }

  private static func set(_ run: Invocation) throws(StoreError) {
    let (kind, number, title, ifRevision) = try parameters(run)
    try run.publish(kind) { tx throws(StoreError) in
      let kept = title == nil ? try tx.currentTitle(of: kind) : nil
      let count = CountSnapshot(count: number, title: title ?? kept)
      return try tx.publish(count, kind: kind, ifRevision: ifRevision)
    }
  }

  private static func add(_ run: Invocation) throws(StoreError) {
    let (kind, number, title, ifRevision) = try parameters(run)
    try run.publish(kind) { tx throws(StoreError) in
      try tx.add(number, toCountOf: kind, title: title, ifRevision: ifRevision)
    }
  }

  private static func parameters(
    _ run: Invocation
  ) throws(StoreError) -> (Kind, Int64, String?, Revision?) {
    (
      try run.arguments.kind(kind), try run.arguments.integer(number) ?? 0, run.arguments[title],
      try run.arguments.revision(ifRevision)
    )
  }
}

extension WriteTransaction {
  /// The title to keep when a count is set without one; a record that cannot be read, or is no
  /// count, has none.
  fileprivate func currentTitle(of kind: Kind) throws(StoreError) -> String? {
    do throws(StoreError) {
      return try currentCount(of: kind)?.title
    } catch  where error.code == .unsupportedFormat || error.code == .damaged {
      return nil
    }
  }
}
