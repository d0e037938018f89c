import Testing

extension ProcessTests {
  @Suite struct CompareAndSetTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "3").expectSuccess()
      try bench.app("count", "set", "todo", "4").expectSuccess()
    }

    @Test(arguments: ["0", "1", "3", "9223372036854775807"])
    func withAnotherRevisionNothingIsChanged(expected: String) throws {
      for (arguments, input) in [
        (["count", "set", "todo", "9"], ""), (["count", "set", "todo", "4"], ""),
        (["count", "add", "todo", "1"], ""), (["publish", "todo"], "[1]"),
      ] {
        try bench.run(.app, arguments + ["--if-revision", expected, "--json"], input: input)
          .expectFailure(2, "stale")
      }
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision == 2 && record.storeRevision == 2 && record.count == 4)
    }

    @Test func withTheRecordsRevisionItIsChangedOnce() throws {
      // Another kind moves the store's revision, not the record's.
      try bench.app("count", "set", "streak", "1").expectSuccess()
      let arguments = ["count", "add", "todo", "1", "--if-revision", "2", "--json"]
      let receipt: ReceiptReport = try bench.run(.app, arguments).decoded()
      #expect(receipt.revision == 4 && receipt.count == 5)
      try bench.run(.app, arguments).expectFailure(2, "stale")
    }

    @Test func zeroMeansThatThereMustBeNoRecord() throws {
      let arguments = ["count", "set", "new", "0", "--if-revision", "0", "--json"]
      let receipt: ReceiptReport = try bench.run(.app, arguments).decoded()
      #expect(receipt.changed && receipt.revision == 3)
      try bench.run(.app, arguments).expectFailure(2, "stale")
    }

    @Test func ofTwoWritersWithTheSameExpectationOneWins() throws {
      for round in 0..<10 {
        let expected = String(2 + round)
        let children = try [10, 20].map { number in
          try bench.start(
            .app,
            ["count", "add", "todo", "\(number)", "--if-revision", expected, "--json"])
        }
        let codes = try children.map { try $0.wait().exitCode }
        #expect(codes.compactMap(\.self).sorted() == [0, 2])
      }
    }
  }
}
