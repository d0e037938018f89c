import SharedStoreModel
import Testing

@Suite struct ReadingTests {
  @Test func aValueHasARecordAndNoError() {
    let reading = TestValues.reading(CountSnapshot(count: 0), revision: 7)
    #expect(reading.snapshot?.payload.count == 0)
    #expect(reading.error == nil)
    // Where the store stood, not where the record did.
    #expect(reading.storeRevision == TestValues.revision(8))
  }

  @Test func anUnavailableReadingHasAnErrorAndNoRecord() {
    let reading = TestValues.unavailable(.damaged)
    #expect(reading.snapshot == nil)
    #expect(reading.error?.code == .damaged)
    #expect(reading.storeRevision == nil)
  }

  @Test func theRevisionOfAnUnavailableReadingIsTheErrorsOwn() {
    let error = StoreError(.notFound, "There is none.").at(TestValues.revision(3))
    #expect(Reading<CountSnapshot>.unavailable(error).storeRevision == TestValues.revision(3))
  }

  @Test func mappingKeepsEverythingButThePayload() {
    let reading = TestValues.reading("12", revision: 7).map { $0.count }
    #expect(reading == TestValues.reading(2, revision: 7))
  }

  @Test func aPayloadThatCannotBeSeenAnotherWayBecomesTheReason() {
    let reading = TestValues.reading("12", revision: 7).map { _ throws(StoreError) -> Int in
      throw StoreError(.unsupportedFormat, "Unknown.")
    }
    #expect(reading.error?.code == .unsupportedFormat)
    #expect(reading.error?.storeRevision == TestValues.revision(8))
  }

  @Test func mappingAnUnavailableReadingKeepsItsReason() {
    let reading = TestValues.unavailable(.rewound).map { _ in
      Issue.record("There is no payload to see.")
      return 1
    }
    #expect(reading.error?.code == .rewound)
  }
}

@Suite struct CountSnapshotTests {
  @Test func countsAreComparedByWhatIsPublished() {
    let written = CountSnapshot(count: 3, title: "Today")
    let read = CountSnapshot(count: 3, title: "Today", updatedAt: TestValues.time(9))
    #expect(written == read)
    #expect(written.hashValue == read.hashValue)
    #expect(read.updatedAt == TestValues.time(9))
  }

  @Test(
    arguments: [
      CountSnapshot(count: 4, title: "Today"), CountSnapshot(count: 3),
      CountSnapshot(count: 3, title: ""), CountSnapshot(count: 3, title: "today"),
    ])
  func anotherCountOrTitleIsAnotherCount(_ other: CountSnapshot) {
    #expect(other != CountSnapshot(count: 3, title: "Today"))
  }

  @Test func aTitleOfOtherBytesIsAnotherTitle() {
    // Publishing one over the other stores other bytes, so it is a change.
    #expect(
      CountSnapshot(count: 1, title: "caf\u{E9}") != CountSnapshot(count: 1, title: "cafe\u{301}"))
  }
}

@Suite struct StoredPayloadTests {
  private func payload(
    type: String = "todo", format: Int = 1, json: String = "{}", count: Int64? = nil,
    title: String? = nil
  ) -> StoredPayload {
    StoredPayload(type: type, format: format, json: json, count: count, title: title)
  }

  @Test func equalPayloadsAreEqualAndHashAlike() {
    #expect(payload() == payload())
    #expect(payload().hashValue == payload().hashValue)
  }

  @Test func everyPartCounts() {
    #expect(payload() != payload(type: "note"))
    #expect(payload() != payload(format: 2))
    #expect(payload() != payload(json: "{ }"))
    #expect(payload() != payload(count: 0))
    #expect(payload() != payload(title: ""))
    #expect(Set([payload(), payload(count: 0), payload(title: "")]).count == 3)
  }

  @Test func bytesAreComparedNotCharacters() {
    #expect(payload(json: "\"\u{E9}\"") != payload(json: "\"e\u{301}\""))
    #expect(payload(type: "\u{E9}") != payload(type: "e\u{301}"))
    #expect(payload(title: "\u{E9}") != payload(title: "e\u{301}"))
  }
}
