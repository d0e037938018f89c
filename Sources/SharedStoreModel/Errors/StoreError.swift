/// Why something could not be done: one code, one sentence, and what to do about it.
///
/// The text names codes, paths' owners and numbers, never stored content.
public struct StoreError: Error, Hashable, Sendable {
  /// What kind of failure this is; also the word and exit status of the command-line tools.
  public let code: Code
  /// A whole sentence.
  public let message: String
  /// What to do next, where there is something to do.
  package let advice: Hint?
  /// SQLite's own code, where SQLite reported the failure.
  public let sqlite: SQLiteCode?
  /// The system's own code, where a call of the system failed.
  public let system: SystemCode?
  /// The path of the file that could not be opened, read or written, where it is known.
  public let file: String?
  /// The store revision at which the failure was established, where one was read.
  public let storeRevision: Revision?

  /// Creates an error; the factories beside this type are the usual way.
  public init(
    _ code: Code, _ message: String, hint: Hint? = nil, sqlite: SQLiteCode? = nil,
    system: SystemCode? = nil, file: String? = nil, storeRevision: Revision? = nil
  ) {
    self.code = code
    self.message = message
    advice = hint
    self.sqlite = sqlite
    self.system = system
    self.file = file
    self.storeRevision = storeRevision
  }

  /// What to do next, where there is something to do; it names a call where one helps.
  public var hint: String? { advice?.text }

  /// The same failure, established at a store revision.
  package func at(_ storeRevision: Revision) -> StoreError {
    StoreError(
      code, message, hint: advice, sqlite: sqlite, system: system, file: file,
      storeRevision: storeRevision)
  }

  /// The same failure in other words.
  package func saying(_ message: String, hint: Hint?, as code: Code? = nil) -> StoreError {
    StoreError(
      code ?? self.code, message, hint: hint, sqlite: sqlite, system: system, file: file,
      storeRevision: storeRevision)
  }
}

extension StoreError: CustomStringConvertible {
  /// The sentence, the codes below it and the hint.
  public var description: String {
    let advice = hint.map { " " + $0 } ?? ""
    return message + source + advice
  }

  /// The codes of SQLite and the system with the file, in brackets; empty without any.
  package var source: String {
    let parts = [sqlite?.name, system.map { "errno \($0.number)" }, file].compactMap { $0 }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
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

extension StoreError {
  /// An `errno` value with the system's words for it.
  public struct SystemCode: Hashable, Sendable {
    /// The number.
    public let number: Int32
    /// The system's words.
    public let text: String

    /// Names a code.
    public init(number: Int32, text: String) {
      self.number = number
      self.text = text
    }
  }
}
