import Foundation
import TestSupport
import Testing

@testable import SharedStoreModel

/// Values and faults by chance, from a seed that a failure names.
@Suite struct JSONGeneratorTests {
  @Test func whatIsScannedIsWrittenAndScannedAgain() throws {
    for seed in Campaign.json.seeds(5_000, of: 1_000_000) {
      var random = JSONGenerator(seed: seed)
      let value = random.value(depth: 5)
      let text = value.canonicalText
      #expect(try JSONScanner.scan(Array(text.utf8)) == value, "seed \(seed)")
      // Another way to write the same value has the same canonical form.
      let loose = random.loosely(value)
      #expect(try JSONScanner.scan(Array(loose.utf8)).canonicalText == text, "seed \(seed)")
    }
  }

  @Test func whatTheValueIsThePlatformsParserFindsToo() throws {
    for seed in Campaign.json.seeds(1_000, of: 200_000) {
      var random = JSONGenerator(seed: seed)
      let value = random.value(depth: 4)
      let text = random.loosely(value)
      let other = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      #expect(isSame(value, other), "seed \(seed)")
    }
  }

  /// Random damage never ends the process, and what is taken in spite of it the platform takes too.
  @Test func damageIsFoundOutOrHarmless() throws {
    for seed in Campaign.json.seeds(4_000, of: 1_000_000) {
      var random = JSONGenerator(seed: seed)
      var bytes = Array(random.loosely(random.value(depth: 4)).utf8)
      for _ in 0...random.number(3) { random.damage(&bytes) }
      guard let value = try? JSONScanner.scan(bytes) else { continue }
      let again = try? JSONScanner.scan(Array(value.canonicalText.utf8))
      #expect(again == value, "seed \(seed)")
      let isTaken =
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      // The platform's numbers end where ours go on.
      #expect(isTaken || String(decoding: bytes, as: UTF8.self).contains(/[eE]|\d{17}/), "\(seed)")
    }
  }

  private func isSame(_ value: JSONValue, _ other: Any) -> Bool {
    switch value {
    case .null: return other is NSNull
    case .bool(let value): return other as? Bool == value
    case .number(let number): return (other as? NSNumber)?.doubleValue == Double(number.text)
    case .string(let text): return (other as? String).map { $0.hasSameBytes(as: text) } == true
    case .array(let elements):
      guard let others = other as? [Any], others.count == elements.count else { return false }
      return zip(elements, others).allSatisfy(isSame)
    case .object(let members):
      guard let others = other as? [String: Any], others.count == members.count else {
        return false
      }
      return members.allSatisfy { name, member in others[name].map { isSame(member, $0) } == true }
    }
  }
}

/// Makes values, spellings of them, and damage.
private struct JSONGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// A number from 0 to below a bound.
  mutating func number(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % max(bound, 1)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(elements.count)]
  }

  mutating func value(depth: Int) -> JSONValue {
    switch number(depth > 0 ? 8 : 5) {
    case 0: return pick([.null, .bool(true), .bool(false)])
    case 1, 2: return .number(JSONNumber(scanned: numberText()))
    case 3, 4: return .string(text())
    case 5, 6: return .array((0..<number(5)).map { _ in value(depth: depth - 1) })
    default:
      var members: [String: JSONValue] = [:]
      for _ in 0..<number(6) { members[text()] = value(depth: depth - 1) }
      return .object(members)
    }
  }

  private mutating func numberText() -> String {
    let known = ["0", "-0", "1.0", "18446744073709551615", "12345678901234567.25", "1E+2", "0e1"]
    guard number(4) > 0 else { return pick(known) }
    let digits = String(number(10_000_000))
    let sign = number(2) == 0 ? "-" : ""
    let fraction = number(2) == 0 ? ".\(number(1_000))" : ""
    return sign + digits + fraction + (number(3) == 0 ? pick(["e5", "E-7", "e+12"]) : "")
  }

  private mutating func text() -> String {
    let parts = [
      "a", "b", "name", "", "\"", "\\", "/", "\n", "\0", "\u{1F}", "\u{7F}", "é", "e\u{301}",
      "\u{212A}", "K", "😀", "\u{2028}", "\u{FFFF}", "雪", "한", "\u{1112}\u{1161}", " ", "{[",
    ]
    return (0..<number(5)).map { _ in pick(parts) }.joined()
  }

  /// A text of the value with spaces, escapes and an order of its own.
  mutating func loosely(_ value: JSONValue) -> String {
    switch value {
    case .null, .bool, .number: return space() + value.canonicalText + space()
    case .string(let text): return space() + escaped(text) + space()
    case .array(let elements):
      return "[" + elements.map { loosely($0) }.joined(separator: ",") + (space()) + "]"
    case .object(let members):
      let parts = members.map { "\(space())\(escaped($0))\(space()):" + loosely($1) }
      return space() + "{" + parts.joined(separator: ",") + space() + "}"
    }
  }

  private mutating func space() -> String { pick(["", "", "", " ", "\n", "\r\n", "\t "]) }

  private mutating func escaped(_ text: String) -> String {
    let units = text.utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: number(2) == 0)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return number(3) == 0
      ? "\"\(units.joined())\"" : JSONValue.string(text).canonicalText
  }

  mutating func damage(_ bytes: inout [UInt8]) {
    let place = number(bytes.count + 1)
    let marks = Array("\"\\{}[],:-+.eE0123456789ntfu /\n\0".utf8) + [0x80, 0xC3, 0xED, 0xFF]
    switch number(5) {
    case 0 where place < bytes.count: bytes.remove(at: place)
    case 1: bytes.insert(pick(marks), at: place)
    case 2 where place < bytes.count: bytes[place] = pick(marks)
    case 3: bytes.removeLast(bytes.count - place)
    default: bytes.insert(contentsOf: bytes[..<place].suffix(8), at: place)
    }
  }
}
