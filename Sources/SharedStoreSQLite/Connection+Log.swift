import CSharedStoreSQLite

/// What the database looked like at one moment: while a connection still shows the same mark,
/// nobody has committed anything.
package struct CommitMark: Equatable {
  fileprivate let header: shared_store_index_header

  package static func == (left: CommitMark, right: CommitMark) -> Bool {
    left.header.words == right.header.words
  }
}

extension Connection {
  /// The mark of this moment; `nil` without a shared log index, where there is nothing to compare.
  ///
  /// It is the header of the WAL index, by which SQLite itself decides whether a reader's cache is
  /// still good. Reading it takes no lock and no system call.
  package func commitMark() -> CommitMark? {
    guard let header = shared_store_index_header_of(pointer) else { return nil }
    return CommitMark(header: shared_store_copy_index_header(header))
  }

  /// Whether nothing was committed since a mark was taken on this connection.
  package func isUnchanged(since mark: CommitMark) -> Bool {
    guard let header = shared_store_index_header_of(pointer) else { return false }
    return withUnsafePointer(to: mark.header) { shared_store_index_header_is(header, $0) != 0 }
  }

  /// A number that stays the same from one transaction of this connection to the next exactly as
  /// long as nobody has committed anything in between.
  ///
  /// Inside a transaction, or after the connection's own commit.
  /// https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntldataversion
  package var dataVersion: UInt32? {
    var version: UInt32 = 0
    let code = sqlite3_file_control(pointer, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return code == SQLITE_OK ? version : nil
  }

  /// Whether the file behind the connection was renamed, replaced or deleted since it was opened.
  ///
  /// It costs one `stat`. https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html
  package func hasMoved() -> Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Keeps the log and its index when the last connection closes: a process that may only read
  /// cannot create them.
  package func keepSidecars() {
    var on: Int32 = 1
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &on)
  }

  /// Has SQLite tell the length of the log at every commit, instead of checkpointing by itself.
  package func observeLog() {
    sqlite3_wal_hook(
      pointer,
      { context, _, _, count in
        context?.assumingMemoryBound(to: Int32.self).pointee = count
        return SQLITE_OK
      }, frames)
  }

  /// Frames in the log after this connection's last commit.
  package var logFrames: Int { Int(frames.pointee) }

  /// Whether closing the last connection may checkpoint, which is safe only under the store's lock.
  package func setCheckpointOnClose(_ allowed: Bool) {
    _ = shared_store_db_config(pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, allowed ? 0 : 1)
  }

  /// How a checkpoint leaves the log.
  package enum CheckpointMode: Sendable {
    /// With its length, to be written over from the start.
    case keepingLength
    /// Empty.
    case emptying
  }

  /// Copies the log into the database as far as readers allow, without waiting for them.
  ///
  /// FULL and not PASSIVE: it holds SQLite's own write lock meanwhile, which closes the window of
  /// the WAL-reset bug even for a writer outside the store's lock
  /// (https://www.sqlite.org/wal.html#walresetbug). Without a busy handler it waits for nobody.
  /// - Parameter mode: How the log is left, if all of it could be copied.
  /// - Returns: Frames in the log, and how many of them are in the database now.
  /// - Throws: SQLite's failure, `busy` aside.
  package func checkpoint(
    _ mode: CheckpointMode = .keepingLength
  ) throws(SQLiteError) -> (frames: Int, copied: Int) {
    sqlite3_busy_timeout(pointer, 0)
    var frames: Int32 = -1
    var copied: Int32 = -1
    let code = sqlite3_wal_checkpoint_v2(
      pointer, nil, mode == .emptying ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_FULL,
      &frames, &copied)
    // Busy: a reader still needs some frames. The rest is done, and the next checkpoint goes on.
    guard code == SQLITE_OK || code & 0xff == SQLITE_BUSY else {
      throw failure(code, "sqlite3_wal_checkpoint_v2")
    }
    return (Int(frames), Int(copied))
  }

  /// The whole database as one byte string, as of the current read transaction, log included.
  /// https://www.sqlite.org/c3ref/serialize.html
  package func serialized() throws(SQLiteError) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(pointer, "main", &size, 0) else {
      throw SQLiteError(
        code: ResultCode(rawValue: SQLITE_NOMEM), message: "the database does not fit in memory",
        operation: "sqlite3_serialize")
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  /// Opens a byte string as a private database.
  package static func deserializing(_ image: [UInt8]) throws(SQLiteError) -> Connection {
    let connection = try Connection.inMemory()
    let size = sqlite3_int64(image.count)
    guard let memory = sqlite3_malloc64(UInt64(max(image.count, 1))) else {
      throw connection.failure(SQLITE_NOMEM, "sqlite3_malloc64")
    }
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    image.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { bytes.update(from: base, count: image.count) }
    }
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    let code = sqlite3_deserialize(connection.pointer, "main", bytes, size, size, flags)
    guard code == SQLITE_OK else { throw connection.failure(code, "sqlite3_deserialize") }
    return connection
  }
}
