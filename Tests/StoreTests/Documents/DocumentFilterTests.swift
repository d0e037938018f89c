import SharedStore
import SharedStoreModel
import SharedStoreReader
import TestSupport
import Testing

@Suite struct DocumentFilterTests {
  private let temporary: TestStore

  init() throws {
    temporary = try TestStore()
    let writer = try temporary.writer()
    for (id, number) in [("a/1", 1), ("a/2", 2), ("a", 1), ("b", 2), ("é", 1), ("a\u{10FFFF}", 2)] {
      let id = try #require(DocumentID(id))
      try writer.createDocument(id, fields: ["n": .integer(Int64(number))])
    }
    try writer.createDocument("text", fields: ["n": .text("1")])
    try writer.createDocument("none", fields: ["x": .null])
  }

  private func ids(_ filter: DocumentFilter) throws -> [String] {
    try temporary.reader().documents(filter).documents.map(\.id.text)
  }

  private static let all = ["a", "a/1", "a/2", "a\u{10FFFF}", "b", "none", "text", "é"]

  @Test func withoutAConditionAllAreListedByTheBytesOfTheirIds() throws {
    #expect(try ids(DocumentFilter()) == DocumentFilterTests.all)
  }

  @Test(arguments: [
    ("a/", ["a/1", "a/2"]), ("a", ["a", "a/1", "a/2", "a\u{10FFFF}"]), ("b", ["b"]), ("c", []),
    ("a\u{10FFFF}", ["a\u{10FFFF}"]), ("é", ["é"]), ("a/1x", []), ("%", []),
  ])
  func aPrefixIsCompared(_ prefix: String, _ expected: [String]) throws {
    #expect(try ids(DocumentFilter(prefix: prefix)) == expected)
  }

  @Test func aFieldIsComparedByClassAndBytes() throws {
    func found(_ name: FieldName, _ value: FieldValue) throws -> [String] {
      try ids(DocumentFilter(field: .init(name, equals: value)))
    }
    #expect(try found("n", .integer(1)) == ["a", "a/1", "é"])
    #expect(try found("n", .text("1")) == ["text"] && found("n", .real(1)) == [])
    #expect(try found("x", .null) == ["none"] && found("n", .null) == [])
  }

  @Test(arguments: 1...9)
  func pagesTogetherAreTheList(_ limit: Int) throws {
    var (filter, found): (DocumentFilter, [String]) = (DocumentFilter(limit: limit), [])
    while true {
      let page = try temporary.reader().documents(filter).documents
      if page.isEmpty { break }
      #expect(page.count <= limit)
      found += page.map(\.id.text)
      filter.after = page.last?.id
    }
    #expect(found == DocumentFilterTests.all)
    #expect(try ids(DocumentFilter(limit: 0)) == [] && ids(DocumentFilter(limit: -1)) == [])
  }

  @Test func conditionsHoldTogether() throws {
    let filter = DocumentFilter(
      prefix: "a", field: .init("n", equals: .integer(2)), after: "a/1", limit: 1)
    #expect(try ids(filter) == ["a/2"])
  }
}
