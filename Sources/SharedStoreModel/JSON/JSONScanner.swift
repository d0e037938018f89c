/// Reads JSON text, and decides what of it is taken before anything is decoded.
///
/// Strict RFC 8259, and stricter where decoders differ: no two members of the same name, no more
/// than ``JSONGrammar/maximumDepth`` levels, no half characters. The recursion is as deep as the
/// value, so the limit bounds the stack too.
struct JSONScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let firstLine: Int
  private var index = 0

  /// Scans text that is one JSON value.
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - skipsMark: Whether a byte order mark may stand before it.
  ///   - firstLine: The number of its first line, for errors.
  /// - Returns: The value.
  /// - Throws: What is wrong and where.
  static func scan(
    _ bytes: [UInt8], skipsMark: Bool = false, firstLine: Int = 1
  ) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var scanner = JSONScanner(bytes: buffer, firstLine: firstLine)
      if skipsMark && buffer.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.index = 3 }
      return try scanner.text()
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, firstLine: Int) {
    self.bytes = bytes
    self.firstLine = firstLine
  }

  private mutating func text() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw failure(.secondValue) }
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    guard index < bytes.count else { throw failure(.incomplete) }
    switch bytes[index] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    guard try !beginIsEmpty(closing: UInt8(ascii: "]"), depth) else { return elements }
    repeat {
      do throws(JSONError) {
        elements.append(try value(depth: depth))
      } catch {
        throw error.below(.index(elements.count))
      }
    } while try separatorFollows(closing: UInt8(ascii: "]"))
    return elements
  }

  private mutating func members(depth: Int) throws(JSONError) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    guard try !beginIsEmpty(closing: UInt8(ascii: "}"), depth) else { return members }
    repeat {
      skipSpace()
      let start = index
      guard start < bytes.count else { throw failure(.incomplete) }
      guard bytes[start] == UInt8(ascii: "\"") else { throw failure(.unexpected) }
      let name = try string()
      skipSpace()
      guard index < bytes.count else { throw failure(.incomplete) }
      guard bytes[index] == UInt8(ascii: ":") else { throw failure(.unexpected) }
      index += 1
      do throws(JSONError) {
        // Names are keys as characters are, so one that only looks the same is found out too.
        let previous = members.updateValue(try value(depth: depth), forKey: name)
        guard previous == nil else { throw failure(.sameName, at: start) }
      } catch {
        throw error.below(.name(name))
      }
    } while try separatorFollows(closing: UInt8(ascii: "}"))
    return members
  }

  /// Takes an opening bracket, and the closing one if it follows at once.
  private mutating func beginIsEmpty(closing: UInt8, _ depth: Int) throws(JSONError) -> Bool {
    guard depth <= JSONGrammar.maximumDepth else { throw failure(.tooDeep) }
    index += 1
    skipSpace()
    guard index < bytes.count, bytes[index] == closing else { return false }
    index += 1
    return true
  }

  /// Takes a comma with something behind it, or the closing bracket.
  private mutating func separatorFollows(closing: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    guard index < bytes.count else { throw failure(.incomplete) }
    let byte = bytes[index]
    guard byte == UInt8(ascii: ",") || byte == closing else { throw failure(.unexpected) }
    index += 1
    guard byte != closing else { return false }
    skipSpace()
    if index < bytes.count, bytes[index] == closing { throw failure(.trailingComma) }
    return true
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count, (index..<end).allSatisfy({ bytes[$0] == word.utf8Start[$0 - index] })
    else { throw failure(.unexpected) }
    index = end
    return value
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    let rest = UnsafeBufferPointer(rebasing: bytes[index...])
    guard rest[0] == UInt8(ascii: "-") || JSONGrammar.isDigit(rest[0]) else {
      throw failure(.unexpected)
    }
    guard let end = JSONGrammar.numberEnd(rest) else { throw failure(.number) }
    // `01`, `1.e5` and `0x1` go on where a number ends.
    if end < rest.count, !JSONScanner.mayFollowNumber(rest[end]) { throw failure(.number) }
    index += end
    return JSONNumber(
      scanned: String(decoding: UnsafeBufferPointer(rebasing: rest[..<end]), as: UTF8.self))
  }

  private static func mayFollowNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "+"),
      UInt8(ascii: "-"):
      false
    default: true
    }
  }

  private mutating func string() throws(JSONError) -> String {
    var text = JSONStringScanner(bytes, from: index)
    guard let string = text.string() else { throw failure(text.problem, at: text.index) }
    index = text.index
    return string
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  private func failure(_ problem: JSONError.Problem, at offset: Int? = nil) -> JSONError {
    let offset = min(offset ?? index, bytes.count)
    let line = firstLine + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
    return JSONError(problem, offset: offset, line: line)
  }
}
