extension StoreError {
  /// What to do about a failure, in the words of whoever is told: a developer is told the call of
  /// this library, somebody with the command-line tools is told the command.
  public struct Hint: Hashable, Sendable {
    /// The words for callers of the library.
    public let text: String
    /// The words of the command-line tools; `nil`: they have nothing to advise.
    package let command: String?

    /// Advice in the same words for everybody.
    public init(_ text: String) {
      self.text = text
      command = text
    }

    /// Advice that names a call of the library, or the command that makes it.
    package init(_ text: String, command: String?) {
      self.text = text
      self.command = command
    }
  }
}

extension StoreError.Hint: ExpressibleByStringInterpolation {
  /// Advice in the same words for everybody.
  public init(stringLiteral value: String) { self.init(value) }
}

extension StoreError.Hint {
  /// What to do about damage that only a backup mends.
  package static let restore = Self(
    "Restore a backup with StoreRestore; StoreCheck says what is wrong.",
    command: "Restore a backup; 'app check' says what is wrong.")

  /// What to do about a damaged document.
  package static let reload = Self(
    "Load the document anew, or restore a backup; StoreCheck says what is wrong.",
    command: "Load the document anew, or restore a backup; 'app check' says what is wrong.")

  /// What to do when others took too long.
  package static let moreTime = Self(
    "Try again, or give it more time.", command: "Try again, or raise --timeout.")

  /// What to do about a store that only a writer can make readable.
  package static let openForWriting = Self(
    "Open the store once with StoreWriter.",
    command: "Let the app open the store once; 'app init' is enough.")

  /// What to do about a file in the store's place that is something else.
  package static let otherFile = Self(
    "Look whether the container is the right one. If it is, move the file aside with StoreReset and "
      + "restore a backup.",
    command: "Look whether the container is the right one. If it is, move the file aside with "
      + "'app reset --keep-evidence DIR --yes', then restore a backup or run 'app init'.")

  /// What to do about a store that no backup can be put into.
  package static func moveAside(then rest: String) -> Self {
    Self(
      "Move it aside with StoreReset, then \(rest)",
      command: "Move it aside with 'app reset --keep-evidence', then \(rest)")
  }
}
