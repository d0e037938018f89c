import SharedStoreModel
import Testing

/// The rule by itself, over every combination of what can be found.
@Suite struct DiagnosisTests {
  private static let missing = StoreError(.storeMissing, "There is none.")

  private static let stores: [Result<DiagnosisFindings.Store, StoreError>] = [
    .success(store()), .success(store(announced: 9)), .success(store(isCopy: true)),
    .success(store(hasLog: false, isCopy: true)), .failure(missing),
    .failure(StoreError(.failed, "A failure without advice.")),
  ]
  private static let readings: [Reading<StoredPayload>] = [
    value(5), .unavailable(StoreError(.notFound, "There is no record.")),
    .unavailable(StoreError(.damaged, "It is damaged.")),
  ]
  private static let reports: [ReaderReport?] = [
    nil, report(5), report(3), report(5, store: "other"), report(5, line: "other"),
    report(5, at: 8), report(5, entriesAt: 0), report(nil),
  ]

  private static func store(
    announced: Int64? = nil, hasLog: Bool = true, isCopy: Bool = false
  ) -> DiagnosisFindings.Store {
    .init(
      token: TestValues.token(6), announced: announced.map(TestValues.revision), hasLog: hasLog,
      isCopy: isCopy)
  }

  private static func value(_ revision: Int64) -> Reading<StoredPayload> {
    TestValues.reading(
      StoredPayload(type: "count", format: 1, json: "{}", count: 3, title: "Milk"),
      revision: revision)
  }

  /// A report of a reader who read a revision; `nil`: who got no value.
  private static func report(
    _ revision: Int64?, store: String = "s", line: String = "l", at storeRevision: Int64 = 6,
    entriesAt time: Int64 = 1_000_000
  ) -> ReaderReport {
    let reading: Reading<StoredPayload> =
      switch (revision, value(revision ?? 1)) {
      case (.some, .value(let snapshot, _)):
        .value(snapshot, at: TestValues.token(storeRevision, store: store, line: line))
      default: .unavailable(StoreError(.unsupportedFormat, "It is not known."))
      }
    return ReaderReport(
      SnapshotTimeline(now: TestValues.time(time), reading: reading), of: reading, kind: "todo",
      by: TestValues.writer, at: TestValues.time(time))
  }

  private static func findings(
    _ store: Result<DiagnosisFindings.Store, StoreError> = stores[0],
    _ reading: Reading<StoredPayload> = readings[0], report: ReaderReport? = nil,
    requested: Int64? = 5
  ) -> DiagnosisFindings {
    var findings = DiagnosisFindings(
      kind: "todo", now: TestValues.time(1_000_001), store: store, reading: reading,
      dateText: { "\($0.milliseconds)" })
    findings.requested = requested.map {
      .init(revision: TestValues.revision($0), requestedAt: TestValues.time(1))
    }
    if reading.snapshot != nil {
      findings.written = .init(
        revision: TestValues.revision(5), changedAt: TestValues.time(1), writer: TestValues.writer)
    }
    findings.readers = report.map { [.init("widget", $0)] } ?? []
    return findings
  }

  private func firstFailure(_ findings: DiagnosisFindings) -> String? {
    Diagnosis(findings).firstFailure.map { "\($0.step.name) \($0.code.word)" }
  }

  @Test(arguments: stores, readings)
  func sixStepsAreAnsweredInOrderAndEachFailureHasAWayOn(
    store: Result<DiagnosisFindings.Store, StoreError>, reading: Reading<StoredPayload>
  ) {
    for report in DiagnosisTests.reports {
      for (requested, expected) in [(nil, nil), (3, 5), (5, 7), (5, nil)] as [(Int64?, Int64?)] {
        for isStopped in [nil, false, true] {
          var found = DiagnosisTests.findings(store, reading, report: report, requested: requested)
          found.expected = expected.map(TestValues.revision)
          found.lockHolder = isStopped.map { .init(processID: 7, isStopped: $0) }
          let steps = Diagnosis(found).steps
          #expect(steps.map(\.name) == Diagnosis.Name.allCases)
          for step in steps {
            #expect(!step.facts.isEmpty && !step.facts.joined().contains("Milk"))
            if case .failed = step.outcome { #expect(!step.next.isEmpty, "\(step)") }
          }
          #expect(steps[5].outcome == .unknown)
          guard case .failure = store else { continue }
          #expect(steps.dropFirst().allSatisfy { $0.outcome == .unknown })
        }
      }
    }
  }

  @Test func aReportIsJudgedByItsStoreItsRevisionAndItsEntries() {
    let expected = [
      nil, nil, "read behind", "read replaced", "read behind", "store rewound",
      "computed past-end", "read unsupported-format",
    ]
    for (report, failure) in zip(DiagnosisTests.reports, expected) {
      #expect(firstFailure(DiagnosisTests.findings(report: report)) == failure)
    }
  }

  @Test func whatIsExpectedIsComparedWithTheStoreAndThenWithTheRecord() {
    for (expected, failure) in [(5, nil), (6, "written stale"), (7, "written behind")]
      as [(Int64, String?)]
    {
      var findings = DiagnosisTests.findings()
      findings.expected = TestValues.revision(expected)
      #expect(firstFailure(findings) == failure)
    }
  }

  @Test func aMistakeInTheConfigurationComesBeforeAllElseAndPrecedenceIsNone() {
    for reason in IgnoredSetting.Reason.allCases {
      var findings = DiagnosisTests.findings()
      findings.ignored = [IgnoredSetting("a file", reason)]
      #expect(firstFailure(findings) == (reason.isMistake ? "store configuration" : nil))
      #expect(Diagnosis(findings).steps[0].facts.joined().contains("a file"))
    }
  }

  @Test func aTimelineLastsUntilItsLastEntryHasBegun() {
    let report = DiagnosisTests.report(5)
    for (time, failure) in [(1_000_001, nil), (1_900_000, nil), (1_900_001, "computed past-end")]
      as [(Int64, String?)]
    {
      var findings = DiagnosisFindings(
        kind: "todo", now: TestValues.time(time), store: DiagnosisTests.stores[0],
        reading: DiagnosisTests.readings[0], dateText: { "\($0.milliseconds)" })
      (findings.written, findings.requested) = (
        DiagnosisTests.findings().written, DiagnosisTests.findings().requested
      )
      findings.readers = [.init("widget", report)]
      #expect(firstFailure(findings) == failure)
    }
  }
}
