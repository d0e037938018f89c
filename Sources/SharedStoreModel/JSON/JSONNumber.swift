/// A number as JSON writes it: the text itself, so that no digit is ever lost.
///
/// Two spellings of one number are two values.
package struct JSONNumber: Hashable, Sendable {
  /// The text, which follows the grammar of RFC 8259.
  package let text: String

  /// Takes text that a scan has found to be a number.
  init(scanned text: String) {
    self.text = text
  }

  /// A whole number in its canonical spelling.
  package init(_ value: some FixedWidthInteger) {
    text = String(value)
  }

  /// The shortest text from which the same number is read; `nil` for infinities and NaN.
  package init?(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// Takes text if it is a number in JSON's grammar.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, JSONGrammar.numberEnd(bytes[...]) == bytes.count else { return nil }
    self.text = text
  }

  /// The whole number of a type that has exactly this value, `1e3` and `1.0` included; `nil` when
  /// there is none.
  package func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type = Integer.self
  ) -> Integer? {
    if let integer = Integer(text) { return integer }
    guard let decimal = DecimalNumber(text), (0...40).contains(decimal.exponent) else { return nil }
    let zeros = String(repeating: "0", count: decimal.exponent)
    return Integer((decimal.isNegative ? "-" : "") + decimal.digits + zeros)
  }

  /// The integer of 64 bits that is written exactly like this.
  package var canonicalInteger: Int64? {
    guard let integer = Int64(text), String(integer) == text else { return nil }
    return integer
  }

  /// The floating-point number that prints as this value; `nil` when the nearest one prints as
  /// another, so that taking it would change the value.
  ///
  /// Values are compared as decimals, with their sign: `1.50`, `1.5` and `15e-1` are one value,
  /// `0` and `-0` are two. `12345678901234567.25` has no such number, since its nearest prints as
  /// `1.2345678901234568e+16`.
  package var faithfulDouble: Double? {
    guard let double = Double(text), double.isFinite,
      let written = DecimalNumber(text), written == DecimalNumber(double.description)
    else { return nil }
    return double
  }
}

/// A number in decimal notation, so that spellings of one value are equal.
private struct DecimalNumber: Equatable {
  var isNegative = false
  /// The significant digits, without zeros at either end, or `0`.
  var digits = ""
  /// The power of ten by which the digits are multiplied.
  var exponent = 0

  /// Takes a number apart; `nil` when its exponent is beyond any use.
  init?(_ text: String) {
    var (digits, fraction, isFraction): ([UInt8], Int, Bool) = ([], 0, false)
    let parts = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    for byte in (parts.first ?? "").utf8 {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default:
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
        fraction += isFraction ? 1 : 0
      }
    }
    let zeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeLast(zeros)
    guard !digits.isEmpty else {
      self.digits = "0"
      return
    }
    self.digits = String(decoding: digits, as: UTF8.self)
    guard let power = parts.count < 2 ? 0 : Int(parts[1]), power.magnitude <= 1 << 40
    else { return nil }
    exponent = power - fraction + zeros
  }
}
