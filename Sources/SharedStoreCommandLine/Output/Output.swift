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
      StandardStreams.error("Error: \(error.message.displayable)\(error.source.displayable)")
      for line in (error.advice?.command ?? "").split(separator: "\n") {
        StandardStreams.error(String(line).displayable)
      }
    case .json:
      let report = ErrorReport(error: .init(error))
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
      let sqlite: SQLite?
      let system: System?
      let file: String?

      init(_ error: StoreError) {
        (code, message, hint) = (error.code.word, error.message, error.advice?.command)
        sqlite = error.sqlite.map { SQLite(code: $0.extended, name: $0.name) }
        system = error.system.map { System(errno: $0.number, text: $0.text) }
        file = error.file
      }
    }

    struct SQLite: Encodable {
      let code: Int32
      let name: String
    }

    struct System: Encodable {
      let errno: Int32
      let text: String
    }

    let error: Body
  }
}
