import SharedStoreSystem

/// Files of other people.
enum FileContent {
  private static let chunkBytes = 1 << 16

  /// The bytes of a file as they were at one moment, as far as a limit and one beyond, which shows
  /// that there are more.
  ///
  /// Whoever writes a file in place says so by its time of modification, which is as fine as the
  /// clock of the kernel that stamps it. So bytes count only if the file has neither changed while
  /// they were read nor just before.
  /// - Parameters:
  ///   - path: The file.
  ///   - offset: Where to begin.
  ///   - limit: The most bytes but one.
  /// - Returns: The bytes, and what the file was then; `nil` if it does not come to rest.
  /// - Throws: The system call's error.
  static func read(
    _ path: String, from offset: Int = 0, limit: Int
  ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus)? {
    let begin = MonotonicTime.now
    while true {
      let reader = try Descriptor.reading(path)
      let before = try reader.status(withTimes: true)
      let bytes = try read(reader, from: offset, limit: limit)
      let after = try reader.status(withTimes: true)
      let written = after.modificationTime
      // Some file systems stamp whole seconds, or every second one.
      let rest: Int64 = written.nanoseconds == 0 ? 2_000 : 20
      // A time to come is nobody's who writes now.
      if before == after, written.isPast(byMilliseconds: rest) || !written.isPast(byMilliseconds: 0)
      {
        return (bytes, after)
      }
      guard begin.advanced(byMilliseconds: rest + 300) > .now else { return nil }
      pause(nanoseconds: 10_000_000)
    }
  }

  private static func read(
    _ reader: borrowing Descriptor, from offset: Int, limit: Int
  ) throws(SystemError) -> [UInt8] {
    if offset > 0 { try reader.seek(to: offset) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    while bytes.count <= limit {
      let count = try reader.read(into: &chunk)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Finds where the lines of a file end, however long it is.
  /// - Parameters:
  ///   - path: The file.
  ///   - check: Called again and again meanwhile; what it throws ends the search.
  ///   - body: Called with the offset behind each line's end, in order.
  /// - Returns: How many bytes the file has.
  /// - Throws: The system call's error, or that of `check`.
  static func lineEnds(
    _ path: String, check: () throws -> Void = {}, _ body: (Int) -> Void
  ) throws -> Int {
    let reader = try Descriptor.reading(path)
    var offset = 0
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    while true {
      try check()
      let count = try reader.read(into: &chunk)
      if count == 0 { return offset }
      for index in 0..<count where chunk[index] == UInt8(ascii: "\n") { body(offset + index + 1) }
      offset += count
    }
  }

  /// Reads a file line by line, without their ends, in memory for one line.
  static func lines(
    _ path: String, _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    let reader = try Descriptor.reading(path)
    var (rest, chunk): ([UInt8], _) = ([], [UInt8](repeating: 0, count: chunkBytes))
    while true {
      let count = try reader.read(into: &chunk)
      if count == 0 { break }
      var pieces = chunk[..<count].split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
      // The last piece has no end yet; the first one has the beginning of its line before it.
      guard let last = pieces.popLast() else { continue }
      for piece in pieces {
        if rest.isEmpty {
          try body(piece)
        } else {
          rest += piece
          try body(rest[...])
          rest.removeAll(keepingCapacity: true)
        }
      }
      rest += last
    }
    if !rest.isEmpty { try body(rest[...]) }
  }
}
