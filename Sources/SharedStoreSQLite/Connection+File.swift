import CSharedStoreSQLite

extension Connection {
  /// Whether the file behind the connection was renamed, replaced or deleted since it was opened.
  ///
  /// It costs one `stat`. https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html
  package borrowing func hasMoved() -> Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Keeps the log and its index when the last connection closes: a process that may only read
  /// cannot create them.
  package borrowing func keepSidecars() {
    var on: Int32 = 1
    sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &on)
  }

  /// Has SQLite tell the length of the log at every commit, instead of checkpointing by itself.
  package borrowing func observeLog() {
    let frames = UnsafeMutableRawPointer(handle.logFrames)
    sqlite3_wal_hook(
      handle.pointer,
      { context, _, _, count in
        context?.assumingMemoryBound(to: Int32.self).pointee = count
        return SQLITE_OK
      }, frames)
  }

  /// Frames in the log after this connection's last commit.
  package var logFrames: Int { Int(handle.logFrames.pointee) }

  /// Whether closing the last connection may checkpoint, which is safe only under the store's lock.
  package borrowing func setCheckpointOnClose(_ allowed: Bool) {
    _ = shared_store_db_config(
      handle.pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, allowed ? 0 : 1)
  }

  /// Copies the log into the database as far as readers allow, without waiting for them.
  ///
  /// FULL and not PASSIVE: it holds SQLite's own write lock meanwhile, which closes the window of
  /// the WAL-reset bug even for a writer outside the store's lock
  /// (https://www.sqlite.org/wal.html#walresetbug). Without a busy handler it waits for nobody.
  /// - Returns: Frames in the log, and how many of them are in the database now.
  package borrowing func checkpoint() throws(SQLiteError) -> (frames: Int, copied: Int) {
    sqlite3_busy_timeout(handle.pointer, 0)
    var frames: Int32 = -1
    var copied: Int32 = -1
    let code = sqlite3_wal_checkpoint_v2(
      handle.pointer, nil, SQLITE_CHECKPOINT_FULL, &frames, &copied)
    // Busy: a reader still needs some frames. The rest is done, and the next checkpoint goes on.
    guard code == SQLITE_OK || code & 0xff == SQLITE_BUSY else {
      throw handle.failure(code, "sqlite3_wal_checkpoint_v2")
    }
    return (Int(frames), Int(copied))
  }

  /// The whole database as one byte string, as of the current read transaction, log included.
  /// https://www.sqlite.org/c3ref/serialize.html
  package borrowing func serialized() throws(SQLiteError) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(handle.pointer, "main", &size, 0) else {
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
      throw connection.handle.failure(SQLITE_NOMEM, "sqlite3_malloc64")
    }
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    image.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { bytes.update(from: base, count: image.count) }
    }
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
    let code = sqlite3_deserialize(connection.handle.pointer, "main", bytes, size, size, flags)
    guard code == SQLITE_OK else {
      throw connection.handle.failure(code, "sqlite3_deserialize")
    }
    return connection
  }
}
