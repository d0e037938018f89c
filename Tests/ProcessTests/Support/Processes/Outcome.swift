import Foundation
import Testing

/// What a child process left: how it ended, what it said, how long it took.
struct Outcome {
  enum Status: Hashable {
    case exited(Int32)
    case killed(signal: Int32)

    /// Decodes what `waitpid` says of a process that has ended.
    init(_ raw: Int32) {
      let signal = raw & 0x7f
      self = signal == 0 ? .exited((raw >> 8) & 0xff) : .killed(signal: signal)
    }
  }

  let command: [String]
  let status: Status
  let output: String
  let error: String
  let duration: Duration

  /// The exit code; `nil` when a signal ended the process.
  var exitCode: Int32? {
    if case .exited(let code) = status { code } else { nil }
  }

  /// Standard output as one JSON object.
  func decoded<Report: Decodable>(
    _ type: Report.Type = Report.self, exitCode expected: Int32 = 0
  ) throws -> Report {
    try #require(exitCode == expected, "\(self)")
    return try JSONDecoder().decode(Report.self, from: Data(output.utf8))
  }
}

extension Outcome: CustomTestStringConvertible {
  var testDescription: String {
    """
    \(command.joined(separator: " "))
    \(status) after \(duration)
    stdout: \(output)
    stderr: \(error)
    """
  }
}

/// What a failing command writes to standard error in JSON mode.
struct FailureReport: Decodable {
  struct Body: Decodable {
    let code: String
    let message: String
    let hint: String?
  }

  let error: Body
}

extension Outcome {
  /// What the command said of its failure in JSON mode.
  var failure: FailureReport.Body? {
    (try? JSONDecoder().decode(FailureReport.self, from: Data(error.utf8)))?.error
  }

  /// Expects that a command in JSON mode failed with a code and nothing on standard output.
  @discardableResult
  func expectFailure(
    _ exitCode: Int32, _ word: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> FailureReport.Body? {
    #expect(self.exitCode == exitCode, "\(testDescription)", sourceLocation: sourceLocation)
    #expect(failure?.code == word, "\(testDescription)", sourceLocation: sourceLocation)
    // What can be seen of a store from outside is shown all the same.
    if !command.contains("status") {
      #expect(output.isEmpty, "\(testDescription)", sourceLocation: sourceLocation)
    }
    return failure
  }

  /// Expects success, and shows what the command said otherwise.
  func expectSuccess(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(exitCode == 0, "\(testDescription)", sourceLocation: sourceLocation)
  }
}
