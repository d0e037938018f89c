/// Why text is no JSON that is taken, and where.
package struct JSONError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Problem: Hashable, Sendable, CaseIterable {
    case incomplete, unexpected, trailingComma, secondValue, number, control, escape
    case halfCharacter, notUTF8, sameName, tooDeep
  }

  /// What is wrong.
  package let problem: Problem
  /// How many bytes lie before the place.
  package let offset: Int
  /// The line of the place; the first is 1.
  package let line: Int
  /// The steps to the member or element it lies in, the innermost first.
  private var reversedSteps: [JSONPath.Step] = []

  init(_ problem: Problem, offset: Int, line: Int) {
    self.problem = problem
    self.offset = offset
    self.line = line
  }

  /// The member or element it lies in.
  package var path: JSONPath { JSONPath(reversedSteps.reversed()) }

  /// The same, seen from one level further out.
  func below(_ step: JSONPath.Step) -> JSONError {
    var error = self
    error.reversedSteps.append(step)
    return error
  }
}

extension JSONError: CustomStringConvertible {
  /// What is wrong and where: places and names, never a value.
  package var description: String {
    "\(problem.text) (line \(line), byte \(offset), at \(path.text))"
  }
}

extension JSONError.Problem {
  /// What is wrong, as part of a sentence.
  package var text: String {
    switch self {
    case .incomplete: "it ends inside a value"
    case .unexpected: "something stands where JSON has no place for it"
    case .trailingComma: "a comma stands before a closing bracket"
    case .secondValue: "something follows the value"
    case .number: "a number is not written as JSON writes it"
    case .control: "a control character in a string is not escaped"
    case .escape: "a backslash begins no escape"
    case .halfCharacter: "an escape is half a character"
    case .notUTF8: "a string is not UTF-8"
    case .sameName: "two members have the same name"
    case .tooDeep: "more than \(JSONGrammar.maximumDepth) arrays and objects lie inside each other"
    }
  }
}
