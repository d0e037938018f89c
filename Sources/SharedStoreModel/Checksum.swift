/// FNV-1a with 64 bits, fed with length-prefixed fields so that two different lists of fields never
/// feed the same bytes.
///
/// It finds damage, not malice: one changed byte always changes it, since each step is a bijection
/// of the state. Layout: Documentation/Format.md.
public struct Checksum: Hashable, Sendable {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// An empty checksum.
  public init() {}

  /// The value so far, as SQLite stores it.
  public var value: Int64 { Int64(bitPattern: state) }

  /// Adds text, preceded by its length in bytes.
  public mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      add(Int64(bytes.count))
      add(bytes)
    }
  }

  /// Adds a number, as eight little-endian bytes.
  public mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { bytes in
      for byte in bytes { step(byte) }
    }
  }

  /// Adds an optional: a byte that says whether there is one, then the value.
  public mutating func add(_ number: Int64?) {
    step(number == nil ? 0 : 1)
    if let number { add(number) }
  }

  /// Adds an optional: a byte that says whether there is one, then the value.
  public mutating func add(_ text: String?) {
    step(text == nil ? 0 : 1)
    if let text { add(text) }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { step(byte) }
  }

  private mutating func step(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}
