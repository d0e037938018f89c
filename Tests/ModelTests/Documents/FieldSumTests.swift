import SharedStoreModel
import Testing

@Suite struct FieldSumTests {
  private static let values: [FieldValue] = [
    .null, .integer(0), .integer(1), .integer(.min), .real(0), .real(-0.0), .real(1), .text(""),
    .text("1"), .text("e\u{301}"), .text("\u{e9}"), .blob([]), .blob([1]), .blob([0x31]),
  ]

  @Test func noTwoValuesAndNoTwoFieldsHaveTheSameSum() {
    let fields = ["a", "b", "aa"] as [FieldName]
    let sums = fields.flatMap { field in FieldSumTests.values.map { FieldSum([field: $0]) } }
    #expect(Set(sums).count == sums.count && !sums.contains(FieldSum()))
  }

  @Test func changingOneFieldGivesTheSumOfTheFieldsAsTheyAreThen() {
    for before in FieldSumTests.values {
      for after in FieldSumTests.values {
        var sum = FieldSum(["x": before, "y": .integer(7)])
        sum.change("x", from: before, to: after)
        #expect(sum == FieldSum(["x": after, "y": .integer(7)]))
        sum.change("x", from: after, to: nil)
        #expect(sum == FieldSum(["y": .integer(7)]))
      }
    }
  }

  @Test func operationsThatDifferInOneSideOrInItsAbsenceHaveDifferentSums() throws {
    var sums: Set<FieldSum> = []
    let sides = FieldSumTests.values.map { Optional($0) } + [nil]
    var count = 0
    for before in sides {
      for after in sides {
        guard let operation = FieldOperation(before: before, after: after) else { continue }
        var sum = FieldSum()
        sum.change("x", from: nil, to: operation)
        sums.insert(sum)
        count += 1
        sum.change("x", from: operation, to: nil)
        #expect(sum == FieldSum())
      }
    }
    #expect(sums.count == count)
  }
}
