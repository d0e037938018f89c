import SharedStoreModel
import Testing

@Suite struct FieldOperationTests {
  @Test func anOperationThatChangesNothingIsNone() {
    #expect(FieldOperation(before: nil, after: nil) == nil)
    #expect(FieldOperation(before: .null, after: .null) == nil)
    #expect(FieldOperation(before: .integer(5), after: .integer(5)) == nil)
  }

  @Test(arguments: [
    (FieldValue?.none, FieldValue?.some(.null)), (.some(.null), .none),
    (.some(.integer(1)), .some(.real(1))), (.some(.real(0)), .some(.real(-0.0))),
    (.some(.text("\u{e9}")), .some(.text("e\u{301}"))),
  ])
  func everyDifferenceIsAnOperation(before: FieldValue?, after: FieldValue?) throws {
    let operation = try #require(FieldOperation(before: before, after: after))
    #expect(operation.before == before && operation.after == after)
  }

  @Test func twoOperationsKeepTheFirstValueBeforeAndTheLastAfter() throws {
    let first = try #require(FieldOperation(before: .integer(0), after: .integer(10)))
    let both = try #require(first.followed(by: .integer(20)))
    #expect(both == FieldOperation(before: .integer(0), after: .integer(20)))
    let removed = try #require(both.followed(by: nil))
    #expect(removed.before == .integer(0) && removed.after == nil)
  }

  @Test func goingBackLeavesNoOperation() throws {
    let set = try #require(FieldOperation(before: .integer(0), after: .integer(10)))
    #expect(set.followed(by: .integer(0)) == nil)
    let added = try #require(FieldOperation(before: nil, after: .integer(10)))
    #expect(added.followed(by: nil) == nil)
    // NULL is a value: a field that was absent is not back yet.
    #expect(added.followed(by: .null) != nil)
    let removed = try #require(FieldOperation(before: .null, after: nil))
    #expect(removed.followed(by: .null) == nil)
  }

  @Test func bytesAreFieldBothValuesAndSixteen() throws {
    let set = try #require(FieldOperation(before: .text("ab"), after: .integer(1)))
    #expect(set.bytes(field: "title") == 5 + 2 + 8 + 16)
    let added = try #require(FieldOperation(before: nil, after: .blob([1, 2, 3])))
    #expect(added.bytes(field: "é") == 2 + 3 + 16)
    #expect(FieldOperation.groupBytes(name: nil) == 32)
    #expect(FieldOperation.groupBytes(name: "Zug ü") == 32 + 6)
  }

  @Test func changesSayWhatBecomesOfAField() {
    #expect(FieldChange.set("x", .null).value == .null)
    #expect(FieldChange.unset("x").value == nil)
    #expect(FieldChange.set("x", .null) != FieldChange.unset("x"))
  }
}
