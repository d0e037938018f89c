#if FAULT_INJECTION
  import SharedStoreReader
  import SharedStoreSQLite
  import TestSupport
  import Testing

  @testable import SharedStore

  /// Transactions of which one statement fails, whichever it is.
  @Suite(.inTurns) struct StatementFaultTests {
    /// A copy of the store with a writer whose connection a test can get at.
    private struct Bench {
      let store: TestStore
      let writer: StoreWriter
      nonisolated(unsafe) let connection: Connection
      let before: [String: [String]]

      init(_ rich: RichStore) throws {
        store = try rich.copy()
        writer = try store.writer()
        nonisolated(unsafe) var found: Connection?
        // What opening has to write is written now.
        try writer.write { tx in
          found = tx.transaction.database.connection
          try tx.publish(CountSnapshot(count: 1), kind: "warm")
        }
        connection = try #require(found)
        before = try store.dump()
      }

      /// Runs a verb of which a statement fails.
      /// - Returns: Whether it came to that statement, and the error.
      func fail(
        _ verb: RichVerb, _ kind: StatementFault.Kind, at number: Int, _ rich: RichStore
      ) -> (isReached: Bool, error: (any Error)?) {
        connection.fault = StatementFault(kind, at: number)
        defer { connection.fault = nil }
        // BEGIN and what is read first are no part of the verb.
        let skipped = Record<Bool>()
        do {
          try writer.write { [connection = Held(connection)] tx in
            if skipped.all.isEmpty {
              skipped.note(true)
              connection.value.fault = StatementFault(kind, at: number)
            }
            try verb.run(&tx, rich)
          }
          return (connection.fault?.isReached == true, nil)
        } catch {
          return (connection.fault?.isReached == true, error)
        }
      }
    }

    private struct Held: @unchecked Sendable {
      let value: Connection

      init(_ value: Connection) { self.value = value }
    }

    private func check(
      _ verb: RichVerb, _ kind: StatementFault.Kind, _ rich: RichStore
    ) throws {
      let control = try Bench(rich)
      try control.writer.write { tx in try verb.run(&tx, rich) }
      let expected = control.store.shown(isWhole: false)
      var bench = try Bench(rich)
      var last: (any Error)?
      for number in 1...200 {
        let (isReached, error) = bench.fail(verb, kind, at: number, rich)
        last = error
        guard error == nil else {
          let word = (error as? StoreError)?.code
          #expect(word != .stale && word != .conflict, "\(verb) \(kind) \(number)")
          // What a dead process left is ended all the same; and of a commit without a revision
          // nobody can see whether it stands, which is what its error says.
          let isUnknown =
            kind == .lostCommit && "\(error ?? CancellationError())".contains("unknown")
          if verb.endsGroup || isUnknown { bench = try Bench(rich) }
          let isSame = try bench.store.dump() == bench.before
          #expect(isSame, "\(verb) \(kind) \(number): \(String(describing: error))")
          continue
        }
        // Nothing failed, or the failure was mended or found out to be none: all of it is done.
        let isSame = bench.store.shown(isWhole: false) == expected
        // The group that was ended first has a revision of its own then.
        #expect(isSame || (verb.endsGroup && isReached), "\(verb) \(kind) \(number)")
        let check = try StoreCheck.run(bench.store.location, full: true)
        #expect(check.isSound, "\(verb) \(kind) \(number): \(check.findings)")
        guard isReached else { return }
        bench = try Bench(rich)
      }
      Issue.record("\(verb) \(kind) never succeeds: \(String(describing: last))")
    }

    @Test func whicheverStatementFailsATransactionIsDoneWholeOrNotAtAll() throws {
      let rich = try RichStore.made.get()
      let kinds = StatementFault.Kind.allCases
      var random = Campaign.faults.random
      let sample = Campaign.faults.count(1, of: kinds.count)
      let verbs = Campaign.faults.count(12, of: RichVerb.all.count)
      for verb in RichVerb.all.shuffled(using: &random).prefix(verbs) {
        for kind in kinds.shuffled(using: &random).prefix(sample) { try check(verb, kind, rich) }
      }
    }

    @Test(arguments: StatementFault.Kind.allCases)
    func afterAFailedStatementEveryLaterOneRepeatsItAndNothingIsCommitted(
      _ kind: StatementFault.Kind
    ) throws {
      let bench = try Bench(RichStore.made.get())
      let held = Held(bench.connection)
      let errors = Record<StoreError>()
      let error = try failure {
        try bench.writer.write { tx in
          try tx.publish(CountSnapshot(count: 5), kind: "todo")
          // A full disk is tried again once, and so it fails again.
          held.value.fault = StatementFault(kind, at: 1)
          for _ in 0..<2 {
            do throws(StoreError) {
              try tx.documents.edit("a", [.set("x", .integer(7))])
            } catch {
              errors.note(error)
            }
          }
          _ = try? tx.publish(CountSnapshot(count: 6), kind: "other")
        }
      }
      #expect(errors.all.count >= 2 && errors.all.allSatisfy { $0 == error })
      #expect(try bench.store.dump() == bench.before)
      bench.connection.fault = nil
      #expect(try bench.writer.publish(CountSnapshot(count: 5), kind: "todo").changed)
    }

    @Test func aCommitThatStandsIsASuccessWhateverWasReportedOfIt() throws {
      let bench = try Bench(RichStore.made.get())
      let held = Held(bench.connection)
      let written = try bench.writer.write { tx in
        let sum = try tx.counts.add(1, to: "todo")
        held.value.fault = StatementFault(ofCommit: .lostCommit)
        return sum
      }
      #expect(bench.connection.fault?.isReached == true)
      bench.connection.fault = nil
      #expect(written.value.payload.count == 18)
      #expect(bench.store.reader().readCount("todo").snapshot?.payload.count == 18)
    }

    @Test(
      arguments: [
        (.full, .full, nil), (.interrupt, .busy, nil),
        (.inputOutput, .failed, "unknown"), (.memory, .failed, "unknown"),
      ] as [(StatementFault.Kind, StoreError.Code, String?)])
    func aFailedCommitSaysWhetherItsOutcomeIsKnown(
      _ kind: StatementFault.Kind, _ code: StoreError.Code, _ word: String?
    ) throws {
      let bench = try Bench(RichStore.made.get())
      let held = Held(bench.connection)
      let error = try failure {
        try bench.writer.write { tx in
          try tx.counts.add(1, to: "todo")
          held.value.fault = StatementFault(ofCommit: kind)
        }
      }
      #expect(error.code == code)
      #expect(error.message.contains("unknown") == (word != nil))
      #expect(word == nil || error.hint?.contains("Try again") == false)
      #expect(try bench.store.dump() == bench.before)
    }
  }
#endif
