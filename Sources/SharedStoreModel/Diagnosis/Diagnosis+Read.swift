extension DiagnosisFindings {
  /// Answers whether the reader got it.
  func judgeRead() -> Diagnosis.Step {
    guard let store = try? store.get() else { return notAsked(.read) }
    guard let snapshot = reading.snapshot else { return unread() }
    var facts = ["This tool reads revision \(snapshot.revision) now."]
    var failure: (StoreError.Code, [Advice])?
    for reader in readers {
      let (fact, problem) = judge(reader, snapshot.revision, store.token)
      facts.append(fact)
      failure = failure ?? problem
    }
    if let (code, next) = failure {
      return Diagnosis.Step(.read, .failed(code), facts, next: next)
    }
    guard readers.isEmpty else { return Diagnosis.Step(.read, .ok, facts) }
    return Diagnosis.Step(
      .read, .ok, facts + ["No reader has left a report."],
      next: [
        Advice(
          "Have the display's provider call StoreReader.report; a tool does it so.",
          command: commands.extension("timeline", kind, " --report extension"))
      ])
  }

  private func unread() -> Diagnosis.Step {
    guard let error = reading.error, error.code != .notFound else {
      return Diagnosis.Step(.read, .unknown, ["There is no record to read."])
    }
    return Diagnosis.Step(
      .read, .failed(error.code), [error.message], next: [Advice(error)])
  }

  private func judge(
    _ reader: Reader, _ newest: Revision, _ token: StoreToken
  ) -> (fact: String, failure: (StoreError.Code, [Advice])?) {
    let report = reader.report
    let began =
      "Reader '\(reader.name.text)' (\(report.program) \(report.version)) read at "
      + "\(dateText(report.readAt)) "
    if let reason = report.reason {
      let advice = Advice(
        "The fault is in the reader if this tool can read; look up what \(reason.word) means.",
        command: "extension help exit-codes")
      return (began + "and got no value: \(reason.word).", (reason, [advice]))
    }
    let what = began + "and got revision \(report.revision?.description ?? "?")"
    if report.storeUUID != token.storeID {
      let advice = Advice("Have the reader use the same app group and container as the app.")
      return (what + " of another store.", (.replaced, [advice]))
    }
    guard report.isOfLine(token), let revision = report.revision, revision >= newest else {
      let line = report.isOfLine(token) ? "" : " of an earlier line of revisions"
      return (what + line + ": the record is newer.", (.behind, [readAgain(newest)]))
    }
    return (what + ".", nil)
  }

  private func readAgain(_ newest: Revision) -> Advice {
    Advice(
      "The value can be read; have the app reload the display's timelines, and look whether the "
        + "provider is called.",
      command: commands.extension("snapshot", kind, " --at-least \(newest)"))
  }

  /// Answers which entries were computed, and whether they last.
  func judgeComputed() -> Diagnosis.Step {
    guard isReadable else { return notAsked(.computed) }
    guard let reader = readers.max(by: { $0.report.readAt < $1.report.readAt }) else {
      return computedHere()
    }
    // The first that has run dry, else the newest.
    let dry = readers.first { $0.report.isPastEnd(at: now) }
    let (name, report) = ((dry ?? reader).name.text, (dry ?? reader).report)
    let entries = "Reader '\(name)' computed \(count(report.entries))"
    guard let last = report.entries.last, dry == nil else {
      let end = report.entries.last.map { "; the last one began at \(dateText($0))" } ?? ""
      return Diagnosis.Step(
        .computed, .failed(.pastEnd), [entries + end + ", and nothing follows it."],
        next: [
          Advice(
            "It is still shown. The system has not asked for a new timeline, which would be this "
              + "one.", command: commands.extension("timeline", kind))
        ])
    }
    let position = report.entries.lastIndex { $0 <= now }
    guard let position else {
      return Diagnosis.Step(
        .computed, .unknown, [entries + ", and none has begun: two clocks differ."])
    }
    return Diagnosis.Step(
      .computed, .ok,
      [entries + "; number \(position + 1) is current, the last one begins at \(dateText(last))."])
  }

  private func computedHere() -> Diagnosis.Step {
    let timeline = SnapshotTimeline(now: now, reading: reading)
    let shown =
      reading.snapshot.map { "of revision \($0.revision)" }
      ?? "the default for \(reading.error?.code.word ?? "")"
    return Diagnosis.Step(
      .computed, .ok,
      ["A timeline of now has \(count(timeline.entries.map(\.date))), \(shown)."])
  }

  private func count(_ entries: [Timestamp]) -> String {
    entries.count == 1 ? "1 entry" : "\(entries.count) entries"
  }

  /// Answers what is on the screen, as far as that can be told from here.
  func judgeDisplayed() -> Diagnosis.Step {
    let unseen = "What the screen shows is not known here."
    let look = "Have the view show or log the entry's revision, and compare."
    guard isReadable, let snapshot = reading.snapshot else {
      let reason = reading.error?.code.word ?? ""
      return Diagnosis.Step(
        .displayed, .unknown, ["A preview shows the default for \(reason). " + unseen],
        next: [Advice(look)])
    }
    return Diagnosis.Step(
      .displayed, .unknown, ["A preview shows revision \(snapshot.revision). " + unseen],
      next: [Advice(look, command: commands.extension("preview", kind))])
  }
}
