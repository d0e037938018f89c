import SharedStoreSystem

/// Files of other people.
enum FileContent {
  private static let chunkBytes = 1 << 16

  /// The bytes of a file, as far as a limit and one beyond, which shows that there are more.
  static func read(
    _ path: String, from offset: Int = 0, limit: Int
  ) throws(SystemError) -> [UInt8] {
    let reader = try Descriptor.reading(path)
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
  ///   - body: Called with the offset behind each line's end, in order.
  /// - Returns: How many bytes the file has.
  /// - Throws: The system call's error.
  static func lineEnds(
    _ path: String, _ body: (Int) -> Void
  ) throws(SystemError) -> Int {
    let reader = try Descriptor.reading(path)
    var offset = 0
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    while true {
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
