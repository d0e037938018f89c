@_spi(_Unicode) import Swift

/// A text as it is searched: what is indexed, what is asked and what an excerpt is found by are all
/// prepared here, so that they always agree.
///
/// - Composed and decomposed characters are the same, case does not count (`ß` is `ss`), and forms
///   of compatibility are what they are forms of.
/// - Joiners, soft hyphens and other characters of format are left out, and so are marks that a
///   writer may leave out; see ``Swift/Unicode/Scalar/isOptionalMark(on:)``.
/// - What parts words is ASCII, so that a tokenizer needs no table of characters: control characters
///   are spaces, and any other separator beyond ASCII is written as U+0001 and four digits, or
///   U+0002 and five beyond U+FFFF, the digits being U+000E to U+001D.
package struct SearchText {
  /// The version of these rules; whatever was prepared by another is to be prepared anew.
  package static let version: Int64 = 1

  private var mapping = SearchMapping()
  private var bytes: [UInt8] = []
  /// Where the last letter and the marks on it begin, and what letter it is.
  private var start = 0
  private var base: Unicode.Scalar = " "
  /// Whether the marks on it may have to be put in order, or to be joined to it.
  private var isUnordered = false
  private var hasReorderableMark = false
  /// How many prepared bytes were forgotten.
  private var forgotten = 0
  /// Where what the last character became begins in the prepared bytes; `nil` when it was left out
  /// or only added to the one before.
  private(set) var lastStart: Int?

  init() {}

  /// Prepares a text.
  package static func prepared(_ text: String) -> String {
    var text = text
    return text.withUTF8 { source in
      if source.allSatisfy(\.isPlainInSearch) {
        return String(decoding: source, as: UTF8.self)
      }
      var prepared = SearchText()
      prepared.bytes.reserveCapacity(source.count)
      prepared.append(source)
      return String(decoding: prepared.finished(), as: UTF8.self)
    }
  }

  private mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
    var place = 0
    while place < source.count { append(source, &place) }
  }

  /// Adds the character at a place and moves on to the next one.
  ///
  /// - Precondition: the bytes are UTF-8, and the place is where a character begins.
  mutating func append(_ source: UnsafeBufferPointer<UInt8>, _ place: inout Int) {
    lastStart = nil
    let byte = source[place]
    if byte < 0x80 {
      place += 1
      return append(ascii: byte)
    }
    let (scalar, length) = source.scalar(at: place)
    place += length
    append(mapping.target(of: scalar))
  }

  private mutating func append(_ target: SearchMapping.Target) {
    switch target {
    case .nothing: break
    case .letter(let scalar):
      closeCharacter()
      bytes.append(scalar)
      base = scalar
    case .mark(let scalar): append(mark: scalar)
    case .separator(let scalar):
      closeCharacter()
      bytes.append(separator: scalar)
      base = " "
    case .several(let targets): for target in targets { append(target) }
    }
  }

  private mutating func append(ascii byte: UInt8) {
    closeCharacter()
    bytes.append(byte.inSearch)
    base = Unicode.Scalar(byte.inSearch)
  }

  private mutating func append(mark: Unicode.Scalar) {
    if mark.isOptionalMark(on: base) { return }
    let isReorderable = mark.properties.canonicalCombiningClass != .notReordered
    isUnordered = isUnordered || mark.mayJoin || (isReorderable && hasReorderableMark)
    hasReorderableMark = isReorderable
    bytes.append(mark)
  }

  /// Ends a character with its marks: nothing that follows can change it any more.
  private mutating func closeCharacter() {
    if isUnordered {
      let composed = String(decoding: bytes[start...], as: UTF8.self)._nfc
      bytes.removeSubrange(start...)
      for scalar in composed { bytes.append(scalar) }
      isUnordered = false
    }
    hasReorderableMark = false
    start = bytes.count
    lastStart = lastStart ?? forgotten + start
  }

  /// How many bytes were prepared.
  var count: Int { forgotten + bytes.count }

  /// Whether the last character parts words.
  var isBetweenWords: Bool { bytes.last.map { !$0.isWordInSearch } ?? true }

  /// The prepared bytes up to here, which are forgotten.
  mutating func taken() -> [UInt8] {
    let whole = finished()
    forgotten += bytes.count
    bytes.removeAll(keepingCapacity: true)
    start = 0
    return whole
  }

  /// Forgets the prepared bytes that nothing can change any more.
  mutating func forgetClosed() {
    forgotten += start
    bytes.removeSubrange(..<start)
    start = 0
  }

  private mutating func finished() -> [UInt8] {
    let last = lastStart
    closeCharacter()
    lastStart = last
    return bytes
  }
}
