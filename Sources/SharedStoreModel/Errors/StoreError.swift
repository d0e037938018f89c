/// Why something could not be done: one code, one sentence, and what to do about it.
///
/// The text names codes, paths' owners and numbers, never stored content.
public struct StoreError: Error, Hashable, Sendable {
  /// What kind of failure this is; also the word and exit status of the command-line tools.
  public let code: Code
  /// A whole sentence.
  public let message: String
  /// What to do next, where there is something to do.
  public let hint: String?
  /// SQLite's own code, where SQLite reported the failure.
  public let sqlite: SQLiteCode?
  /// The store revision at which the failure was established, where one was read.
  public let storeRevision: Revision?

  /// Creates an error; the factories beside this type are the usual way.
  public init(
    _ code: Code, _ message: String, hint: String? = nil, sqlite: SQLiteCode? = nil,
    storeRevision: Revision? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.sqlite = sqlite
    self.storeRevision = storeRevision
  }

  /// The same failure, established at a store revision.
  package func at(_ storeRevision: Revision) -> StoreError {
    StoreError(code, message, hint: hint, sqlite: sqlite, storeRevision: storeRevision)
  }
}

extension StoreError: CustomStringConvertible {
  /// The sentence, SQLite's code and the hint.
  public var description: String {
    let source = sqlite.map { " (\($0.name))" } ?? ""
    let advice = hint.map { " " + $0 } ?? ""
    return message + source + advice
  }
}

extension StoreError {
  /// A SQLite result code by number and name.
  public struct SQLiteCode: Hashable, Sendable {
    /// The extended result code, https://www.sqlite.org/rescode.html.
    public let extended: Int32
    /// Its name, such as `SQLITE_BUSY_SNAPSHOT`.
    public let name: String

    /// The primary code: the low byte.
    public var primary: Int32 { extended & 0xff }

    /// Names a result code.
    public init(extended: Int32, name: String) {
      self.extended = extended
      self.name = name
    }
  }
}
