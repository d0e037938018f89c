import Foundation
import SharedStore
import SharedStoreModel
import SharedStoreReader
import Testing

/// Payloads as canonical JSON, and the platform's types in it.
@Suite struct CanonicalJSONTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
  }

  @Test func aCountIsWrittenAsTheEncoderWritesIt() throws {
    var titles: [String?] = [nil, "", "Today", "Ä", "a/b", "雪だるま⛄️", "e\u{301}", "\u{2028}"]
    titles += (UInt8(0)...0x80).map { "a\(Character(Unicode.Scalar($0)))b" }
    for title in titles {
      for number in [0, -1, 7, .max, .min] as [Int64] {
        let count = CountSnapshot(count: number, title: title)
        #expect(try PayloadCoding.stored(count).json == CanonicalJSON.encode(count))
      }
    }
  }

  @Test func theInputMayBeginWithAMark() throws {
    #expect(try CanonicalJSON.parse(Array("\u{FEFF}{ }".utf8)) == .object([:]))
  }

  @Test func theErrorSaysWhatIsWrongAndWhere() throws {
    let error = try failure {
      _ = try CanonicalJSON.parse(Array("{\"a\":[\n{\"b\":1,\"b\":2}]}".utf8))
    }
    #expect(error.code == .badInput)
    #expect(
      error.message == "The input is not JSON that can be kept: "
        + "two members have the same name (line 2, byte 14, at $.a[0].b).")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aNumberJSONHasNoWordForIsNotPublished(_ number: Double) throws {
    let error = try failure { try writer.publish(Measure(value: number)) }
    #expect(error.code == .badInput)
    #expect(error.message.contains("$.value"))
    #expect(try store.totals() == [0, 0, 1, 0])
  }

  @Test func aPayloadThatCouldNotBeReadLeavesTheGoodRecord() throws {
    try writer.publish(Tree.nested(64))
    let error = try failure { try writer.publish(Tree.nested(65)) }
    #expect(error.code == .badInput)
    #expect(error.message.contains("more than 128"))
    #expect(reader.read(Tree.self).snapshot?.payload == Tree.nested(64))
  }

  @Test func everyValueComesBackEqual() throws {
    let measure = Measure(
      value: 0.1, at: Date(timeIntervalSinceReferenceDate: 817_769_482.025_234_1),
      price: Decimal(string: "12345678901234567890.12"), data: Data([0, 255]),
      link: URL(string: "https://example.org/a b?c=%20"), big: .max)
    try writer.publish(measure)
    #expect(reader.read(Measure.self).snapshot?.payload == measure)
    let json = try #require(reader.readStored("measure").snapshot).payload.json
    #expect(json.contains(#""price":12345678901234567890.12"#))
    #expect(json.contains(#""data":"AP8=""#))
  }

  @Test func datesOfAnyInstantComeBackEqual() throws {
    for _ in 0..<500 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9))
      let json = try CanonicalJSON.encode(Measure(value: 1, at: date))
      #expect(CanonicalJSON.decode(Measure.self, from: json)?.at == date)
    }
  }

  @Test func decimalsKeepTheirDigitsThroughDefaults() throws {
    try writer.publish(
      Price.First(price: try #require(Decimal(string: "0.12345678901234567890123"))))
    #expect(
      reader.read(Price.Second.self).snapshot?.payload
        == Price.Second(
          price: try #require(Decimal(string: "0.12345678901234567890123")), currency: "EUR"))
  }

  @Test(arguments: ["0.12345678901234567890123", "-1", "1e100", "1e-100", "0"])
  func aDecimalIsANumberWithAllItsDigits(_ text: String) throws {
    let decimal = try #require(Decimal(string: text))
    let json = try CanonicalJSON.encode([decimal])
    #expect(CanonicalJSON.decode([Decimal].self, from: json) == [decimal])
    #expect(throws: StoreError.self) { try CanonicalJSON.encode([Decimal.nan]) }
  }
}

private struct Measure: SnapshotPayload, Equatable {
  static let kind: Kind = "measure"
  static let format = 1
  var value: Double
  var at: Date?
  var price: Decimal?
  var data: Data?
  var link: URL?
  var big: UInt64?
}

private enum Price {
  struct First: SnapshotPayload {
    static let kind: Kind = "price"
    static let format = 1
    var price: Decimal
  }

  struct Second: SnapshotPayload, Equatable {
    static let kind: Kind = "price"
    static let format = 1
    static var defaults: Second? { Second(price: 0, currency: "EUR") }
    var price: Decimal
    var currency: String
  }
}

/// Two levels of JSON for each of its own.
private struct Tree: SnapshotPayload, Equatable {
  static let kind: Kind = "tree"
  static let format = 1
  var children: [Tree]

  static func nested(_ levels: Int) -> Tree {
    (1..<levels).reduce(Tree(children: [])) { tree, _ in Tree(children: [tree]) }
  }
}
