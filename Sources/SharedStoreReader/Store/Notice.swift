package import SharedStoreModel
import SharedStoreSystem

/// What `store.notice` says: how far which line of which store had come when a writer last told.
///
/// A writer writes it after each commit, under the lock, so it is the high-water mark: a store below
/// it has lost commits that were shown. Layout: Documentation/Format.md.
package struct Notice: Hashable, Sendable {
  package let storeID: RandomID
  package let incarnation: RandomID
  package let revision: Revision

  /// Bytes of the file.
  package static let byteCount = 56
  private static let magic: UInt64 = 0x3145_544f_4e54_5353
  /// A notice that is farther above its store than this was never written by a store's writer, and
  /// would use up all the revisions there are.
  private static let farthest: Int64 = 1 << 32

  /// What a store that stands at a token announces; `nil` for ids that are none of ours.
  package init?(_ token: StoreToken) {
    guard let storeID = RandomID(token.storeID), let incarnation = RandomID(token.incarnation)
    else { return nil }
    self.init(storeID: storeID, incarnation: incarnation, revision: token.revision)
  }

  package init(storeID: RandomID, incarnation: RandomID, revision: Revision) {
    (self.storeID, self.incarnation, self.revision) = (storeID, incarnation, revision)
  }

  /// Reads a file's bytes; `nil` for any that are not a notice as a writer wrote it.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Notice.byteCount else { return nil }
    func word(_ index: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    guard word(0) == Notice.magic, let revision = Revision(rawValue: Int64(bitPattern: word(5)))
    else { return nil }
    self.init(
      storeID: RandomID(high: word(1), low: word(2)),
      incarnation: RandomID(high: word(3), low: word(4)), revision: revision)
    guard UInt64(bitPattern: checksum) == word(6) else { return nil }
  }

  /// The file's bytes.
  package var bytes: [UInt8] {
    let words = [
      Notice.magic.littleEndian, storeID.high.littleEndian, storeID.low.littleEndian,
      incarnation.high.littleEndian, incarnation.low.littleEndian,
      UInt64(bitPattern: revision.rawValue).littleEndian,
      UInt64(bitPattern: checksum).littleEndian,
    ]
    return words.withUnsafeBytes { Array($0) }
  }

  private var checksum: Int64 {
    var checksum = Checksum()
    for word in [storeID.high, storeID.low, incarnation.high, incarnation.low] {
      checksum.add(Int64(bitPattern: word))
    }
    checksum.add(revision.rawValue)
    return checksum.value
  }

  /// Whether it is about the store of a token, and not mad.
  package func isAbout(_ token: StoreToken) -> Bool {
    storeID == RandomID(token.storeID)
      && revision.rawValue - token.revision.rawValue <= Notice.farthest
  }

  /// Whether a store that stands at a token has lost what was announced.
  package func isAbove(_ token: StoreToken) -> Bool {
    revision > token.revision && isAbout(token)
  }
}

/// A UUID in two words, which is how the notice has it; as text it is lower case, with hyphens.
package struct RandomID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  /// Reads the text; `nil` for any other.
  package init?(_ text: String) {
    guard text.utf8.count == 36 else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for (index, byte) in text.utf8.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      words.high = words.high << 4 | words.low >> 60
      words.low = words.low << 4 | UInt64(digit)
    }
    (high, low) = words
  }
}

/// Reads the notice of a store, through a descriptor that is kept as long as no name in the folder
/// changes.
package struct NoticeReader: ~Copyable {
  private let path: String
  private var file: Descriptor?
  private var isAbsent = false

  package init(_ path: String) {
    self.path = path
  }

  /// What the notice says now; `nil` when it says nothing: missing, unreadable, damaged.
  package mutating func read() -> Notice? {
    if file == nil, !isAbsent {
      file = try? Descriptor.readingPlainFile(path)
      isAbsent = file == nil
    }
    return file?.withBytes(at: 0, count: Notice.byteCount) { Notice($0) } ?? nil
  }

  /// Looks for the file anew at the next reading.
  package mutating func close() {
    file = nil
    isAbsent = false
  }
}
