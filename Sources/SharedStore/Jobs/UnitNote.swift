import SharedStoreModel

/// What is said of a unit of a job: the reasons in words, with the lines they hold for.
struct UnitNote {
  private var parts: [(lines: ClosedRange<Int>?, text: String)] = []

  /// Why an input was passed over or failed: the word and the sentence of an error.
  static func reason(_ error: StoreError) -> String {
    let message = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
    let advice = error.advice?.command.map { ". " + $0 } ?? ""
    return "\(error.code.word): \(message)\(advice)"
  }

  /// Adds what is said of an input.
  /// - Parameters:
  ///   - text: What is said.
  ///   - line: Which line of the unit's file it is said of; `nil`: of all of it.
  mutating func add(_ text: String, line: Int?) {
    guard let line else { return parts.append((nil, text)) }
    if let last = parts.last, last.text == text, let lines = last.lines,
      lines.upperBound == line - 1
    {
      parts[parts.count - 1].lines = lines.lowerBound...line
    } else {
      parts.append((line...line, text))
    }
  }

  /// All of it in one line; `nil` when there is nothing to say.
  var text: String? {
    guard !parts.isEmpty else { return nil }
    return parts.map { part in
      guard let lines = part.lines else { return part.text }
      return lines.count == 1
        ? "line \(lines.lowerBound): \(part.text)"
        : "lines \(lines.lowerBound) to \(lines.upperBound): \(part.text)"
    }.joined(separator: "; ")
  }
}
