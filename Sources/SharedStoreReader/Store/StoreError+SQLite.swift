package import SharedStoreModel
package import SharedStoreSQLite
import SharedStoreSystem

extension StoreError {
  /// The store's word for a failure that SQLite reported.
  package init(_ error: SQLiteError) {
    let sqlite = SQLiteCode(extended: error.code.rawValue, name: error.code.name)
    let (code, sentence, hint) = StoreError.meaning(of: error)
    let number = error.systemErrorNumber
    let system = SystemError(number: number, operation: error.operation)
    self.init(
      code, sentence, hint: hint, sqlite: sqlite,
      system: number == 0 ? nil : SystemCode(number: number, text: system.text),
      file: error.code.isOfFile || error.code.primary == .notADatabase ? error.file : nil)
  }

  private static func meaning(of error: SQLiteError) -> (Code, String, Hint?) {
    switch error.code {
    case .moved:
      (.replaced, "The store was moved or replaced while in use.", nil)
    case .symlink:
      (.configuration, "A symbolic link stands in the store's path.", nil)
    case .full, .sharedMemorySize:
      (.full, "The disk is full.", "Free some space and try again; nothing was changed.")
    case .shortRead, .corrupt:
      (.damaged, "The store is damaged.", .restore)
    case .notADatabase:
      (.incompatible, "The file is not a SQLite database.", .otherFile)
    case .busy, .locked:
      (.busy, "Another process holds a lock of the database.", "Try again.")
    case .interrupt where error.isSuspension:
      (.suspended, suspended.message, suspended.advice)
    case .interrupt:
      (.busy, "It did not finish in time.", .moreTime)
    case .canNotOpen, .permission, .readOnly, .ioError:
      fileFailure(error)
    case .constraint, .mismatch:
      // No statement of ours breaks a rule of the schema on rows that obey them all.
      (.damaged, "Rows of the store contradict one another.", .restore)
    case .tooBig:
      (.badInput, "A value is too large.", nil)
    default:
      (.failed, "SQLite reported a failure.", nil)
    }
  }

  /// A failure of the files: the system says which.
  private static func fileFailure(_ error: SQLiteError) -> (Code, String, Hint?) {
    let system = SystemError(number: error.systemErrorNumber, operation: "open")
    if system.isFull {
      return (.full, "The disk is full.", "Free some space and try again; nothing was changed.")
    }
    if system.isExhausted {
      return (.failed, "The system has nothing left to open the store with: \(system.text).", nil)
    }
    if error.code.primary == .ioError {
      let reason = system.number == 0 ? "" : ": \(system.text)"
      return (.failed, "A file of the store could not be read or written\(reason).", nil)
    }
    guard system.number == 0 || system.isPermission || error.code.primary != .canNotOpen else {
      return (.failed, "A file of the store could not be opened: \(system.text).", nil)
    }
    return (
      .unreadable, "No permission for the folder or the files of the store.",
      "The folder needs mode 755 and the files need to be readable for this user."
    )
  }
}
