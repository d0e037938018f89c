/// A type that is one JSON value by itself, whatever its own coding would make of it.
package protocol JSONLeaf {
  /// The value as JSON; `nil` when JSON has no word for it, such as an infinite number.
  var jsonValue: JSONValue? { get }

  /// Takes a JSON value; `nil` when it is none of this type.
  init?(jsonValue: JSONValue)
}

/// A collection whose order means nothing, so that its elements are written in an order of ours:
/// equal collections are then equal text, in every process.
package protocol JSONUnordered {
  /// How many elements of the array belong together: two where keys and values alternate.
  static var stride: Int { get }
}

extension Set: JSONUnordered {
  /// Each element by itself.
  package static var stride: Int { 1 }
}

extension Dictionary: JSONUnordered {
  /// A key and its value, where the keys cannot be names.
  package static var stride: Int { 2 }
}

extension JSONValue: JSONLeaf {
  package var jsonValue: JSONValue? { self }
  package init?(jsonValue: JSONValue) { self = jsonValue }
}

extension String: JSONLeaf {
  package var jsonValue: JSONValue? { .string(self) }
  package init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self = text
  }
}

extension Bool: JSONLeaf {
  package var jsonValue: JSONValue? { .bool(self) }
  package init?(jsonValue: JSONValue) {
    guard case .bool(let value) = jsonValue else { return nil }
    self = value
  }
}

extension JSONLeaf where Self: FixedWidthInteger {
  package var jsonValue: JSONValue? { .number(JSONNumber(self)) }
  package init?(jsonValue: JSONValue) {
    guard case .number(let number) = jsonValue, let integer = number.integer(Self.self) else {
      return nil
    }
    self = integer
  }
}

extension JSONLeaf where Self: BinaryFloatingPoint & LosslessStringConvertible {
  package var jsonValue: JSONValue? { JSONNumber(self).map(JSONValue.number) }
  package init?(jsonValue: JSONValue) {
    guard case .number(let number) = jsonValue, let value = Self(number.text), value.isFinite else {
      return nil
    }
    self = value
  }
}

extension Int: JSONLeaf {}
extension Int8: JSONLeaf {}
extension Int16: JSONLeaf {}
extension Int32: JSONLeaf {}
extension Int64: JSONLeaf {}
extension Int128: JSONLeaf {}
extension UInt: JSONLeaf {}
extension UInt8: JSONLeaf {}
extension UInt16: JSONLeaf {}
extension UInt32: JSONLeaf {}
extension UInt64: JSONLeaf {}
extension UInt128: JSONLeaf {}
extension Float: JSONLeaf {}
extension Double: JSONLeaf {}
