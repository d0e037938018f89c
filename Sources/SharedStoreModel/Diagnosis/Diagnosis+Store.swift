extension DiagnosisFindings {
  /// Answers whether it is one store, and whole.
  func judgeStore() -> Diagnosis.Step {
    let mistakes = ignored.filter(\.reason.isMistake)
    guard mistakes.isEmpty else { return misconfigured(mistakes) }
    let notes = ignored.map { "\($0.source) \($0.reason.text)" }
    switch store {
    case .failure(let error): return unusable(error, notes)
    case .success(let store):
      if let announced = store.announced {
        return rewound(
          "The store stands at revision \(store.token.revision), and revision \(announced) had "
            + "been announced: commits are missing.")
      }
      if let ahead = readers.first(where: { $0.report.isAhead(of: store.token) }) {
        return rewound(
          "The store stands at revision \(store.token.revision), and reader "
            + "'\(ahead.name.text)' has read revision \(ahead.report.storeRevision ?? .zero) "
            + "of it: an older file was put back.")
      }
      if store.isCopy, !store.hasLog { return copiedWithoutLog() }
      return Diagnosis.Step(.store, .ok, [stands(store)] + notes)
    }
  }

  private func stands(_ store: Store) -> String {
    "Store \(store.token.storeID) stands at revision \(store.token.revision)."
      + (store.isCopy ? " It is a copy that no app has opened yet." : "")
  }

  private func misconfigured(_ mistakes: [IgnoredSetting]) -> Diagnosis.Step {
    var facts = mistakes.map { "\($0.source) \($0.reason.text)." }
    if case .failure(let error) = store { facts.append(error.message) }
    return Diagnosis.Step(
      .store, .failed(.configuration), facts, next: mistakes.map(\.remedy))
  }

  private func unusable(_ error: StoreError, _ notes: [String]) -> Diagnosis.Step {
    let next: [Advice]
    switch error.code {
    case .storeMissing: next = [whereItMayBe]
    case .recoveryNeeded, .rewound:
      next = [Advice("Let the app open the store once.", command: commands.app("init"))]
    default: next = [Advice(error)]
    }
    return Diagnosis.Step(.store, .failed(error.code), [error.message] + notes, next: next)
  }

  private var whereItMayBe: Advice {
    if let file = ignored.first(where: { $0.reason == .otherAppGroup })?.source {
      return Advice(
        "The configuration file is of another app group than the one that a flag or a variable "
          + "names. Ask about the file's, and have both sides use one id.",
        command: ToolCommands(file: file).extension("diagnose", kind))
    }
    guard let foreignAppGroup, let container else {
      return Advice(
        "If the app has a store, it is configured otherwise: compare with what 'app path' prints "
          + "where the app runs. If it has none, create it.", command: commands.app("init"))
    }
    let there = ToolCommands(options: ["--app-group", foreignAppGroup, "--container", container])
    return Advice(
      "The store in this container is of app group '\(foreignAppGroup)'. Ask about that one, and "
        + "have both sides use one id.", command: there.extension("diagnose", kind))
  }

  private func rewound(_ fact: String) -> Diagnosis.Step {
    Diagnosis.Step(
      .store, .failed(.rewound), [fact],
      next: [
        Advice(
          "Put back the newest file with its log if you have it; else the app goes on from here.",
          command: commands.app("init"))
      ])
  }

  private func copiedWithoutLog() -> Diagnosis.Step {
    Diagnosis.Step(
      .store, .failed(.recoveryNeeded),
      [
        "The file is a copy without its log, and no app has opened it: it may be older than the "
          + "store it was copied from."
      ],
      next: [
        Advice(
          "Copy all files of the folder, or make the copy with 'app backup'. If it is to be used "
            + "as it is, let the app open it once.", command: commands.app("init"))
      ])
  }

  /// Whether the store can be looked into, whatever else is wrong with it.
  var isReadable: Bool { (try? store.get()) != nil }

  /// A step that has nothing to look at.
  func notAsked(_ name: Diagnosis.Name) -> Diagnosis.Step {
    Diagnosis.Step(name, .unknown, ["The store could not be read."])
  }
}

extension ReaderReport {
  /// Whether its reader was farther than a store of the same line is.
  func isAhead(of token: StoreToken) -> Bool {
    guard let storeRevision, isOfLine(token) else { return false }
    return storeRevision > token.revision
  }

  /// Whether it is about the same line of revisions.
  func isOfLine(_ token: StoreToken) -> Bool {
    storeUUID == token.storeID && incarnation == token.incarnation
  }
}
