extension DiagnosisFindings {
  /// Answers whether the value was written.
  func judgeWritten() -> Diagnosis.Step {
    guard let store = try? store.get() else { return notAsked(.written) }
    if let lockHolder, lockHolder.isStopped { return stoppedWriter(lockHolder) }
    let facts = [written.map(describe) ?? "There is no record of this kind."]
    if let expected, store.token.revision < expected {
      return Diagnosis.Step(
        .written, .failed(.behind),
        facts + [
          "The store stands at revision \(store.token.revision), and revision \(expected) is "
            + "expected: the write failed, or went to another store."
        ], next: [otherStore])
    }
    guard let written else {
      // Rows that cannot be read are there all the same.
      guard reading.error?.code == .notFound else {
        return Diagnosis.Step(.written, .unknown, ["Its versions cannot be listed."])
      }
      return Diagnosis.Step(
        .written, .failed(.notFound), facts,
        next: [
          Advice("See which kinds there are.", command: commands.extension("kinds"))
        ])
    }
    if let expected, written.revision < expected { return notThisKind(expected, facts) }
    return Diagnosis.Step(.written, .ok, facts)
  }

  private func describe(_ version: Version) -> String {
    "Revision \(version.revision) was written at \(dateText(version.changedAt)) by "
      + "\(version.writer.program) \(version.writer.version)."
  }

  private func stoppedWriter(_ holder: LockHolder) -> Diagnosis.Step {
    Diagnosis.Step(
      .written, .failed(.busy),
      [
        "Process \(holder.processID) holds the writer lock and is stopped: nothing can be written."
      ],
      next: [Advice("Continue it, or end it.", command: "kill -CONT \(holder.processID)")])
  }

  private var otherStore: Advice {
    Advice(
      "Look at the exit code of the write, and compare the store UUID where the app runs.",
      command: commands.app("status --show-origin"))
  }

  private func notThisKind(_ expected: Revision, _ facts: [String]) -> Diagnosis.Step {
    let since = expected.rawValue - 1
    return Diagnosis.Step(
      .written, .failed(.stale), facts + ["Revision \(expected) did not change this kind."],
      next: [
        Advice(
          "See what has changed since; an equal value changes nothing.",
          command: commands.extension("changes", nil, " --since \(since)"))
      ])
  }

  /// Answers whether the display was asked to build a new timeline.
  func judgeRequested() -> Diagnosis.Step {
    guard isReadable else { return notAsked(.requested) }
    guard let written else {
      return Diagnosis.Step(.requested, .unknown, ["There is no record to ask for."])
    }
    let ask = Advice(
      "Write with requestsRefresh, and reload the kinds that the receipt names; a write that "
        + "changes nothing asks for nothing.")
    guard let requested else {
      return Diagnosis.Step(
        .requested, .failed(.notFound), ["No new timeline was ever asked for."], next: [ask])
    }
    let fact =
      "A new timeline was asked for at revision \(requested.revision), at "
      + "\(dateText(requested.requestedAt))."
    guard requested.revision < written.revision else {
      return Diagnosis.Step(.requested, .ok, [fact])
    }
    return Diagnosis.Step(
      .requested, .failed(.stale), [fact, "Revision \(written.revision) came without."],
      next: [ask])
  }
}
