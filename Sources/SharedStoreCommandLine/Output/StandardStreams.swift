package import SharedStoreModel
import SharedStoreSystem

/// What the tools print: results on standard output, everything else on standard error.
package enum StandardStreams {
  /// Writes a result line.
  /// - Throws: `failed` when the bytes could not be written; a result nobody got is no success.
  package static func output(_ line: String) throws(StoreError) {
    do throws(SystemError) {
      try StandardStream.output.write(line + "\n")
    } catch {
      throw StoreError(.failed, "The result could not be written to standard output.")
    }
  }

  /// Writes a line for people or logs.
  package static func error(_ line: String) {
    try? StandardStream.error.write(line + "\n")
  }
}
