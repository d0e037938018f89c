/// What compatibility forms are forms of: ligatures, full width, superscripts, letters of
/// mathematics, presentation forms of Arabic.
///
/// The standard library decomposes canonically only; see ``CompatibilityTable``.
struct CompatibilityForms: Sendable {
  /// Characters that lie side by side and have forms by one rule.
  private struct Run {
    let first: UInt32
    let last: UInt32
    /// Whether each has the next form, or all the same.
    let counts: Bool
    let form: [UInt32]
  }

  private let runs: [Run]

  /// Of every text: read from the table when the first character is met that may need it.
  static let all = CompatibilityForms(CompatibilityTable.text)

  private init(_ table: StaticString) {
    var runs: [Run] = []
    var (first, last, counts): (UInt32?, UInt32?, Bool) = (nil, nil, true)
    var (number, form): (UInt32, [UInt32]) = (0, [])
    let text = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    for byte in text + [UInt8(ascii: " ")] {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: ":"):
        (first, number, counts) = (number, 0, byte == UInt8(ascii: "-"))
      case UInt8(ascii: "="): (first, last, number) = (first ?? number, number, 0)
      case UInt8(ascii: "."):
        form.append(number)
        number = 0
      case UInt8(ascii: " "):
        form.append(number)
        if let first, let last {
          runs.append(Run(first: first, last: last, counts: counts, form: form))
        }
        (first, last, counts, number, form) = (nil, nil, true, 0, [])
      default: number = number << 4 | UInt32(byte < 0x3A ? byte - 0x30 : byte - 0x37)
      }
    }
    self.runs = runs
  }

  /// What a character is a form of; `nil` when it stands for itself.
  func form(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].last < scalar.value { low = middle + 1 } else { high = middle }
    }
    guard low < runs.count, runs[low].first <= scalar.value else { return nil }
    let distance = runs[low].counts ? scalar.value - runs[low].first : 0
    return runs[low].form.compactMap { Unicode.Scalar($0 + distance) }
  }
}
