/// Why a display shows an old value: six questions in the order in which a value travels, each
/// answered from what was found out and nothing else.
package struct Diagnosis: Hashable, Sendable {
  /// The answers, in order.
  package let steps: [Step]

  /// One question and its answer.
  package struct Step: Hashable, Sendable {
    package let name: Name
    package let outcome: Outcome
    /// What was found, in sentences.
    package let facts: [String]
    /// What to do next.
    package let next: [Advice]

    init(_ name: Name, _ outcome: Outcome, _ facts: [String], next: [Advice] = []) {
      self.name = name
      self.outcome = outcome
      self.facts = facts
      self.next = next
    }
  }

  /// What is asked.
  package enum Name: String, CaseIterable, Sendable {
    /// Is it one store, and whole?
    case store
    /// Was the value written?
    case written
    /// Was the display asked to build a new timeline?
    case requested
    /// Did the reader get it?
    case read
    /// Which entries were computed, and do they last?
    case computed
    /// What is on the screen?
    case displayed
  }

  /// How a step ended.
  package enum Outcome: Hashable, Sendable {
    case ok
    /// Here it went wrong.
    case failed(StoreError.Code)
    /// Nobody can tell from here.
    case unknown
  }

  /// The first step that failed.
  package var firstFailure: (step: Step, code: StoreError.Code)? {
    for step in steps {
      if case .failed(let code) = step.outcome { return (step, code) }
    }
    return nil
  }

  /// Judges what was found.
  package init(_ findings: DiagnosisFindings) {
    steps = [
      findings.judgeStore(), findings.judgeWritten(), findings.judgeRequested(),
      findings.judgeRead(), findings.judgeComputed(), findings.judgeDisplayed(),
    ]
  }
}
