import Foundation
import Testing

@testable import SharedStoreModel

/// Swift values to JSON values and back, beside what the platform's coder does.
@Suite struct JSONTreeCodingTests {
  private func text(_ value: some Encodable) throws -> String {
    try JSONTreeEncoder.encode(value).canonicalText
  }

  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    let text = try text(value)
    return try JSONTreeDecoder.decode(Value.self, from: JSONScanner.scan(Array(text.utf8)))
  }

  @Test func everyShapeComesBack() throws {
    #expect(try roundTrip(Sample.full) == Sample.full)
    #expect(try roundTrip(Sample.empty) == Sample.empty)
    #expect(try roundTrip(Optional<Int>.none) == nil)
    #expect(try roundTrip([Int?.none, 1]) == [nil, 1])
    #expect(try roundTrip("text") == "text")
    #expect(try roundTrip([[String: [Int]]]()) == [])
  }

  @Test func thePlatformsCoderReadsWhatIsWrittenAndWritesWhatIsRead() throws {
    let written = try JSONDecoder().decode(Sample.self, from: Data(text(Sample.full).utf8))
    #expect(written == Sample.full)
    let bytes = Array(try JSONEncoder().encode(Sample.full))
    let read = try JSONTreeDecoder.decode(Sample.self, from: JSONScanner.scan(bytes))
    #expect(read == Sample.full)
  }

  @Test func classesWithASuperclassComeBack() throws {
    let square = Square()
    (square.name, square.side) = ("s", 3)
    #expect(try text(square) == #"{"side":3,"super":{"name":"s"}}"#)
    let back = try roundTrip(square)
    #expect(back.name == "s" && back.side == 3)
  }

  @Test func aDateComesBackToItsLastBit() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<1_000 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &random))
      #expect(try roundTrip(date) == date)
    }
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0.1), Date()] {
      #expect(try roundTrip([date]) == [date])
    }
  }

  @Test func aNumberOfAnyWidthComesBack() throws {
    #expect(try roundTrip([Int64.max, .min, 0]) == [.max, .min, 0])
    #expect(try roundTrip([UInt64.max]) == [.max])
    #expect(try roundTrip([Int128.min, .max]) == [.min, .max])
    #expect(try roundTrip(["x": UInt128.max]) == ["x": .max])
    let doubles = [0.1, -0.0, 1, 5e-324, .greatestFiniteMagnitude, 1e16, 123_456_789.123]
    #expect(try roundTrip(doubles).map(\.bitPattern) == doubles.map(\.bitPattern))
    #expect(try roundTrip([Float(0.1), .pi]) == [0.1, .pi])
  }

  @Test(arguments: ["1.5", "1e400", "256", "-1", "null", "true", #""1""#])
  func aNumberThatDoesNotFitIsRefused(_ json: String) throws {
    let value = try JSONScanner.scan(Array("[\(json)]".utf8))
    #expect(throws: DecodingError.self) { try JSONTreeDecoder.decode([UInt8].self, from: value) }
  }

  @Test func aFloatingPointNumberTooLargeIsRefusedAndNotInfinite() throws {
    let value = try JSONScanner.scan(Array("[1e400]".utf8))
    #expect(throws: DecodingError.self) { try JSONTreeDecoder.decode([Double].self, from: value) }
    #expect(try JSONTreeDecoder.decode([JSONValue].self, from: value) == value.elements)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aNumberJSONHasNoWordForIsRefusedWithItsPath(_ number: Double) throws {
    let error = #expect(throws: StoreError.self) {
      try CanonicalJSON.encode(["a": [["b": 1], ["b": number]]])
    }
    #expect(error?.code == .badInput)
    #expect(error?.message.contains("$.a[1].b") == true)
    #expect(throws: StoreError.self) {
      try CanonicalJSON.encode(Date(timeIntervalSince1970: number))
    }
    #expect(throws: StoreError.self) { try CanonicalJSON.encode(Float(number)) }
  }

  @Test func equalSetsAndDictionariesAreEqualText() throws {
    let names = (0..<200).map { "name \($0)" }
    let set = Set(names)
    var other: Set<String> = []
    other.reserveCapacity(5_000)
    for name in names.reversed() { other.insert(name) }
    #expect(Array(set) != Array(other), "The orders should differ for this test to mean anything.")
    #expect(try text(set) == text(other))
    let pairs = names.enumerated().map { (Point(x: $0.offset, y: 1), $0.element) }
    var byPoint: [Point: String] = [:]
    byPoint.reserveCapacity(5_000)
    for (point, name) in pairs.reversed() { byPoint[point] = name }
    let sameByPoint = Dictionary(uniqueKeysWithValues: pairs)
    #expect(try text(byPoint) == text(sameByPoint))
    #expect(try text(["nested": [set]]) == text(["nested": [other]]))
    #expect(try roundTrip(byPoint) == byPoint && roundTrip(set) == set)
    // An array has an order, which stays.
    #expect(try text([3, 1, 2]) == "[3,1,2]")
  }

  @Test(arguments: [127, 128, 129, 300, 5_000])
  func whatCouldNotBeReadAgainIsNotWritten(_ levels: Int) async throws {
    var nested = Nested(inner: [])
    for _ in 1..<levels { nested = Nested(inner: [nested]) }
    if 2 * levels <= 128 || levels <= 64 {
      #expect(throws: Never.self) { try text(nested) }
    } else {
      let error = #expect(throws: StoreError.self) { try CanonicalJSON.encode(nested) }
      #expect(error?.message.contains("more than 128") == true)
    }
  }

  @Test func theDeepestThatIsWrittenIsReadAgain() throws {
    var nested = Nested(inner: [])
    for _ in 1..<64 { nested = Nested(inner: [nested]) }
    #expect(try text(roundTrip(nested)) == text(nested))
    #expect(throws: EncodingError.self) { try text(Nested(inner: [nested])) }
    #expect(throws: EncodingError.self) { try text([nested]) }
    #expect(throws: EncodingError.self) { try text(Deep(levels: 129)) }
    #expect(throws: EncodingError.self) { try text(Wrapper.around(100_000)) }
    #expect(try text(Deep(levels: 128)).utf8.count == 256)
  }

  @Test func twoMembersOfOneNameAreNotWritten() throws {
    for names in [["a", "a"], ["\u{e9}", "e\u{301}"], ["\u{212A}", "K"]] {
      let error = #expect(throws: EncodingError.self) { try text(Members(names: names)) }
      guard case .invalidValue(_, let context) = error else { return }
      #expect(
        context.codingPath.last?.stringValue.unicodeScalars.elementsEqual(names[1].unicodeScalars)
          == true)
    }
    #expect(try text(Members(names: ["b", "a"])) == #"{"a":1,"b":0}"#)
  }

  @Test func anErrorOfDecodingNamesThePath() throws {
    let value = try JSONScanner.scan(Array(#"{"list":[{"x":1,"y":2},{"x":"1","y":2}]}"#.utf8))
    let error = #expect(throws: DecodingError.self) {
      try JSONTreeDecoder.decode([String: [Point]].self, from: value)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(JSONPath(context.codingPath).text == "$.list[1].x")
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }
}

private struct Point: Codable, Hashable {
  var x: Int
  var y: Int
}

private struct Sample: Codable, Equatable {
  enum Choice: Codable, Equatable {
    case nothing, one(Int), named(text: String, [Double])
  }
  enum Word: String, Codable, CodingKeyRepresentable { case first, second }

  var text: String
  var optional: String?
  var nested: [String: [Point?]]
  var choices: [Choice]
  var words: [Word: Int]
  var byNumber: [Int: String]
  var byPoint: [Point: Bool]
  var date: Date
  var id: UUID
  var small: Int8
  var large: UInt64
  var float: Float
  var range: Range<Int>

  static let full = Sample(
    text: "a\"\\\n\u{1F}😀e\u{301}", optional: "",
    nested: ["": [nil, Point(x: 1, y: .min)], "b": []],
    choices: [.nothing, .one(-1), .named(text: "", [0.5, 1])], words: [.first: 1, .second: 2],
    byNumber: [-1: "a", 7: "b"], byPoint: [Point(x: 1, y: 2): true],
    date: Date(timeIntervalSinceReferenceDate: 817_769_482.025_234),
    id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), small: .min,
    large: .max, float: 0.1, range: 1..<3)
  static let empty = Sample(
    text: "", optional: nil, nested: [:], choices: [], words: [:], byNumber: [:], byPoint: [:],
    date: Date(timeIntervalSinceReferenceDate: 0), id: full.id, small: 0, large: 0, float: 0,
    range: 0..<0)
}

private class Shape: Codable {
  var name = ""
}

private final class Square: Shape {
  var side = 0

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    side = try container.decode(Int.self, forKey: .side)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(side, forKey: .side)
    try super.encode(to: container.superEncoder())
  }

  private enum Key: CodingKey { case side }
}

/// Two levels of JSON each.
private struct Nested: Codable {
  var inner: [Nested]
}

/// Arrays inside each other, made without a value for each.
private struct Deep: Encodable {
  let levels: Int

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for _ in 1..<levels { container = container.nestedUnkeyedContainer() }
  }
}

/// Values inside each other that add no level of JSON.
private indirect enum Wrapper: Encodable {
  case end
  case more(() -> Wrapper)

  static func around(_ count: Int) -> Wrapper {
    count == 0 ? .end : .more { around(count - 1) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .end: try container.encode(0)
    case .more(let next): try container.encode(next())
    }
  }
}

/// Members as a dictionary of the platform could never have them.
private struct Members: Encodable {
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  let names: [String]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (index, name) in names.enumerated() { try container.encode(index, forKey: Key(name)) }
  }
}
