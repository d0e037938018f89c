package import SharedStoreModel
import SharedStoreReader

/// How a command shows its result: text for people, or one JSON object a line.
package enum Output: Hashable, Sendable {
  case text
  case json

  /// Shows a result.
  /// - Parameters:
  ///   - result: The result's JSON shape, documented in Documentation/JSON.md.
  ///   - text: Its lines for people.
  /// - Throws: `failed` when standard output cannot be written.
  package func show(
    _ result: some Encodable, _ text: @autoclosure () -> String
  ) throws(StoreError) {
    switch self {
    case .text: try StandardStreams.output(text())
    case .json: try StandardStreams.output(CanonicalJSON.encode(result))
    }
  }

  /// Shows a failure on standard error: one line for people, one object for scripts.
  package func show(_ error: StoreError) {
    switch self {
    case .text:
      let source = error.sqlite.map { " (\($0.name))" } ?? ""
      StandardStreams.error("Error: \(error.message.displayable)\(source)")
      for line in (error.hint ?? "").split(separator: "\n") {
        StandardStreams.error(String(line).displayable)
      }
    case .json:
      let report = ErrorReport(
        error: .init(code: error.code.word, message: error.message, hint: error.hint))
      // A message of ours always encodes; the word alone is the fallback.
      let line = (try? CanonicalJSON.encode(report)) ?? #"{"error":{"code":"failed"}}"#
      StandardStreams.error(line)
    }
  }

  private struct ErrorReport: Encodable {
    struct Body: Encodable {
      let code: String
      let message: String
      let hint: String?
    }
    let error: Body
  }
}
