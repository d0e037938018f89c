/// FNV-1a over words of eight bytes, with a fold after each, fed with length-prefixed fields so
/// that two different lists of fields never feed the same words.
///
/// It finds damage, not malice: one changed word always changes it, since each step is a bijection
/// of the state. By words it costs an eighth of what it costs by bytes, and every record is
/// checked at every read. Layout: Documentation/Format.md.
public struct Checksum: Hashable, Sendable {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates a checksum of nothing.
  public init() {}

  /// The value so far, as SQLite stores it.
  public var value: Int64 { Int64(bitPattern: state) }

  /// Adds text: its length in bytes, then its UTF-8 in little-endian words, the last one filled up
  /// with zero bytes.
  public mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds bytes, as text is added.
  public mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    step(UInt64(bytes.count))
    let whole = bytes.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      step(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    var last: UInt64 = 0
    for (index, byte) in bytes[whole...].enumerated() { last |= UInt64(byte) << (8 * index) }
    if whole < bytes.count { step(last) }
  }

  /// Adds a number, as one word.
  public mutating func add(_ number: Int64) {
    step(UInt64(bitPattern: number))
  }

  /// Adds an optional: a word that says whether there is one, then the value.
  public mutating func add(_ number: Int64?) {
    step(number == nil ? 0 : 1)
    if let number { add(number) }
  }

  /// Adds an optional: a word that says whether there is one, then the value.
  public mutating func add(_ text: String?) {
    step(text == nil ? 0 : 1)
    if let text { add(text) }
  }

  private mutating func step(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
    // A product carries only upwards; the fold brings the high bits back down.
    state ^= state >> 32
  }
}
