import CSharedStoreSQLite

/// What lies in the files, below SQLite's pager; asked on the connection in hand, since to open one
/// of them by a descriptor of our own would drop SQLite's locks when that is closed
/// (https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
extension Connection {
  /// How long the log is and how much of it has been copied into the database.
  package struct LogState: Hashable, Sendable {
    /// Frames that are committed.
    package let frames: UInt32
    /// Frames of which the database has the content.
    package let copied: UInt32

    /// Whether the next frame that is written may begin the log anew.
    package var isCopied: Bool { frames == copied }
  }

  /// The state of the log; `nil` for a connection that has none.
  ///
  /// Inside a transaction only. From the header of the log index, whose layout is fixed:
  /// https://www.sqlite.org/walformat.html#the_wal_index_file_format
  package func logState() -> LogState? {
    guard usesLog, let file, let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2,
      let map = methods.pointee.xShmMap
    else { return nil }
    var region: UnsafeMutableRawPointer?
    guard map(file, 0, 32_768, 0, &region) == SQLITE_OK, let region else { return nil }
    return LogState(
      frames: region.load(fromByteOffset: 16, as: UInt32.self),
      copied: region.load(fromByteOffset: 96, as: UInt32.self))
  }

  /// Bytes of the database file as it is without its log; `nil` if it is shorter.
  package func withFile<Result>(
    at offset: Int, count: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard let file, let read = file.pointee.pMethods?.pointee.xRead else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { buffer in
      guard read(file, buffer.baseAddress, Int32(count), sqlite3_int64(offset)) == SQLITE_OK else {
        return nil
      }
      return body(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Whether the file's header says that it is written through a log.
  ///
  /// https://www.sqlite.org/fileformat2.html#file_format_version_numbers
  package var isInLogMode: Bool {
    withFile(at: 18, count: 2) { $0.allSatisfy { $0 == 2 } } ?? false
  }

  private var file: UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK
    else { return nil }
    return file
  }
}
