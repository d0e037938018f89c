package import SharedStoreModel
package import SharedStoreSQLite

extension StoreError {
  /// Runs SQLite calls and says what they were for when one of them fails.
  package static func mapping<Result: ~Copyable>(
    _ operation: String, _ body: () throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw StoreError(error, operation)
    }
  }

  /// The store's word for a failure that SQLite reported while we tried to do something.
  package init(_ error: SQLiteError, _ operation: String) {
    let sqlite = SQLiteCode(extended: error.code.rawValue, name: error.code.name)
    let (code, sentence, hint) = StoreError.meaning(of: error.code)
    self.init(code, "Cannot \(operation): \(sentence).", hint: hint, sqlite: sqlite)
  }

  private static func meaning(of code: ResultCode) -> (Code, String, String?) {
    switch code {
    case .moved:
      (.replaced, "the store was moved or replaced while in use", nil)
    case .symlink:
      (.configuration, "a symbolic link stands in the store's path", nil)
    case .full, .sharedMemorySize:
      (.full, "the disk is full", "Free some space and try again; nothing was changed.")
    case .shortRead, .corrupt:
      (.damaged, "the store is damaged", "Run 'app check', then restore a backup.")
    case .notADatabase:
      (.incompatible, "the file is not a SQLite database", nil)
    case .busy, .locked:
      (.busy, "another process holds a lock of the database", "Try again.")
    case .interrupt:
      (.busy, "it did not finish in time", "Try again, or raise --timeout.")
    case .canNotOpen, .permission, .readOnly:
      (
        .unreadable, "no permission for the folder or the files of the store",
        "The folder needs mode 755 and the files need to be readable for this user."
      )
    case .tooBig:
      (.badInput, "a value is too large", nil)
    default:
      (.failed, "SQLite reported a failure", nil)
    }
  }
}
