package import SharedStoreModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

// What the platform's own JSON coding makes of these types, which is not what their `Codable` does.
// A `Date` needs no such rule: its own coding is seconds as a floating-point number, which is
// exact.

extension Decimal: JSONLeaf {
  /// A number with all its digits.
  package var jsonValue: JSONValue? {
    isNaN ? nil : JSONNumber(description).map(JSONValue.number)
  }

  /// Takes a number.
  package init?(jsonValue: JSONValue) {
    guard case .number(let number) = jsonValue, let decimal = Decimal(string: number.text),
      !decimal.isNaN
    else { return nil }
    self = decimal
  }
}

extension Data: JSONLeaf {
  /// Text in Base64.
  package var jsonValue: JSONValue? { .string(base64EncodedString()) }

  /// Takes text in Base64.
  package init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(base64Encoded: text)
  }
}

extension URL: JSONLeaf {
  /// The absolute text.
  package var jsonValue: JSONValue? { .string(absoluteString) }

  /// Takes the text of a URL.
  package init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(string: text)
  }
}
