import SharedStoreSystem

/// What standard error is: a terminal that a line can be repainted on, or a log.
package enum Terminal {
  /// Whether a bar may be painted.
  package static var isInteractive: Bool {
    guard StandardStream.error.isTerminal, let kind = Environment["TERM"] else { return false }
    return kind != "dumb"
  }

  /// The width in cells, asked anew at each repaint, since windows are resized.
  package static var columns: Int {
    StandardStream.error.columns ?? Environment["COLUMNS"].flatMap { Int($0) } ?? 80
  }

  /// Writes to standard error without ending the line.
  package static func write(_ text: String) {
    try? StandardStream.error.write(text)
  }
}
