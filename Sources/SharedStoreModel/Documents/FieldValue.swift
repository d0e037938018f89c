/// The value of a document's field, in SQLite's five storage classes.
///
/// Two values are equal when their storage class and their bytes are: `1` and `1.0` differ,
/// composed and decomposed text differ, `0.0` and `-0.0` differ. Anything looser would let undo
/// "restore" a value that is not the one that was there.
public enum FieldValue: Hashable, Sendable {
  /// No value; not the same as no field.
  case null
  /// A whole number of 64 bits.
  case integer(Int64)
  /// A floating-point number. NaN is refused where values enter the store: SQLite has none.
  case real(Double)
  /// Text, which may hold any character, NUL included.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// Whether class and bytes are the same.
  public static func == (left: FieldValue, right: FieldValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Hashes class and bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .blob(let value): hasher.combine(value)
    }
  }

  /// Whether the value is a number that SQLite cannot store.
  package var isNaN: Bool {
    if case .real(let value) = self { value.isNaN } else { false }
  }

  /// Whether the value is text, which search finds.
  package var isText: Bool {
    if case .text = self { true } else { false }
  }

  /// How many bytes the value counts for in a journal: 8 for a number, the length of text and
  /// blobs, none for null.
  public var bytes: Int {
    switch self {
    case .null: 0
    case .integer, .real: 8
    case .text(let value): value.utf8.count
    case .blob(let value): value.count
    }
  }
}
