import SharedStore
import SharedStoreReader
import SharedStoreSQLite
import Testing

/// The store's word for each of SQLite's codes.
@Suite struct StoreErrorMappingTests {
  @Test(
    arguments: [
      (5, .busy, "SQLITE_BUSY"), (517, .busy, "SQLITE_BUSY_SNAPSHOT"), (6, .busy, "SQLITE_LOCKED"),
      (9, .busy, "SQLITE_INTERRUPT"), (13, .full, "SQLITE_FULL"),
      // No room for the log's index either.
      (4874, .full, "SQLITE_IOERR_SHMSIZE"),
      (11, .damaged, "SQLITE_CORRUPT"), (779, .damaged, "SQLITE_CORRUPT_INDEX"),
      (522, .damaged, "SQLITE_IOERR_SHORT_READ"), (26, .incompatible, "SQLITE_NOTADB"),
      (14, .unreadable, "SQLITE_CANTOPEN"), (526, .unreadable, "SQLITE_CANTOPEN_ISDIR"),
      (3, .unreadable, "SQLITE_PERM"), (8, .unreadable, "SQLITE_READONLY"),
      (1544, .unreadable, "SQLITE_READONLY_DIRECTORY"),
      (1032, .replaced, "SQLITE_READONLY_DBMOVED"),
      (1550, .configuration, "SQLITE_CANTOPEN_SYMLINK"), (18, .badInput, "SQLITE_TOOBIG"),
      (1, .failed, "SQLITE_ERROR"), (10, .failed, "SQLITE_IOERR"),
      (19, .damaged, "SQLITE_CONSTRAINT"), (20, .damaged, "SQLITE_MISMATCH"),
      (21, .failed, "SQLITE_MISUSE"),
    ] as [(Int32, StoreError.Code, String)])
  func aCodeHasItsWord(_ number: Int32, _ code: StoreError.Code, _ name: String) {
    let cause = SQLiteError(
      code: ResultCode(rawValue: number), message: "sentinel text", operation: "SELECT sentinel")
    let error = StoreError(cause)
    #expect(error.code == code)
    #expect(error.sqlite == StoreError.SQLiteCode(extended: number, name: name))
    // Its sentence is for developers; ours is shown and logged.
    #expect(!error.description.contains("sentinel"))
  }

  @Test(
    arguments: [
      (14, 13, .unreadable), (14, 30, .unreadable), (14, 24, .failed), (14, 5, .failed),
      (14, 28, .full), (10, 5, .failed), (10, 28, .full), (8, 0, .unreadable),
    ] as [(Int32, Int32, StoreError.Code)])
  func theSystemSaysWhatAFailureOfAFileMeans(
    _ number: Int32, _ system: Int32, _ code: StoreError.Code
  ) {
    let error = StoreError(
      SQLiteError(
        code: ResultCode(rawValue: number), message: "", operation: "", systemErrorNumber: system,
        file: "/c/store.sqlite"))
    #expect(error.code == code && error.file == "/c/store.sqlite")
    #expect(error.system?.number == (system == 0 ? nil : system))
    #expect(error.description.contains("/c/store.sqlite"))
  }
}
