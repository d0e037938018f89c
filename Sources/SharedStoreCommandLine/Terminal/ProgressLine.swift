package import SharedStoreModel

/// Shows how far a job is on standard error: a bar that is repainted on a terminal, plain lines in
/// a log.
package struct ProgressLine {
  private let isInteractive: Bool
  private let isSilent: Bool
  private var lastLine = ""
  private var lastState = ""
  private var lastPercent: Int?
  private var isPainted = false

  /// Looks at what standard error is.
  ///
  /// A script that reads JSON finds nothing but a failure there.
  package init(for output: Output = .text) {
    isInteractive = Terminal.isInteractive
    isSilent = output == .json && !isInteractive
  }

  /// Shows a reading.
  package mutating func show(_ job: StoreJob) {
    guard !isSilent else { return }
    let report = JobReport(job)
    if isInteractive { paint(report) } else { log(report) }
  }

  /// Shows the last reading, unless the job was over before there was anything to see.
  package mutating func finish(_ job: StoreJob) {
    if isPainted || !isInteractive { show(job) }
  }

  /// Ends the line, so that what follows begins on its own.
  package mutating func finish() {
    if isPainted { Terminal.write("\n") }
    isPainted = false
  }

  private mutating func paint(_ report: JobReport) {
    repaint(ProgressLine.line(report, columns: Terminal.columns))
  }

  private mutating func repaint(_ line: String) {
    guard line != lastLine else { return }
    lastLine = line
    // Back to the start, the line, and clear what a longer one left behind.
    Terminal.write("\r" + line + "\u{1B}[K")
    isPainted = true
  }

  /// A line for a change of state, and one for each tenth of the whole.
  private mutating func log(_ report: JobReport) {
    let tenth = report.percent.map { $0 / 10 }
    guard report.state != lastState || tenth != lastPercent else { return }
    lastState = report.state
    lastPercent = tenth
    StandardStreams.error("job \(report.id): \(JobText.status(report))")
  }

  /// The line of a bar, one cell narrower than the terminal, so that it never wraps.
  package static func line(_ report: JobReport, columns: Int) -> String {
    let width = max(columns - 1, 1)
    let status = "\(report.kind.displayable) \(report.id): \(JobText.status(report))"
    let room = width - CellWidth.of(status) - 3
    // Below ten cells a bar says less than the number.
    guard room >= 10, let percent = report.percent else {
      return CellWidth.prefix(status, cells: width)
    }
    let length = min(room, 40)
    let filled = length * percent / 100
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: "-", count: length - filled) + "] " + status
  }
}
