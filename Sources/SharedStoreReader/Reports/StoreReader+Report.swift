public import SharedStoreModel
import SharedStoreSystem

extension StoreReader {
  /// Leaves a report of a timeline under this reader's name, for whoever asks later why an old value
  /// is shown: revisions, dates and the program, no content.
  ///
  /// ```swift
  /// let reading = reader.read(Todo.self)
  /// let timeline = SnapshotTimeline(now: .now, reading: reading)
  /// reader.report(timeline, of: reading, kind: Todo.kind, as: "todo-widget")
  /// ```
  ///
  /// It is the file `readers/NAME.json` beside the store. One that cannot be written is an event,
  /// ``StoreEvent/reportFailed(_:)``, and no failure of the reading.
  /// - Parameters:
  ///   - timeline: What is going to be displayed.
  ///   - reading: What it was computed from.
  ///   - kind: The series that was read.
  ///   - name: The reader's name; each display has one of its own.
  public func report<Payload>(
    _ timeline: SnapshotTimeline<Payload>, of reading: Reading<Payload>, kind: Kind,
    as name: ReaderName
  ) {
    let report = ReaderReport(
      timeline, of: reading, kind: kind, by: options.program, at: .now)
    do throws(StoreError) {
      try ReaderReports.write(report, as: name, in: location)
    } catch {
      options.log?(.reportFailed(error.code))
    }
  }
}

extension ReaderReports {
  fileprivate static func write(
    _ report: ReaderReport, as name: ReaderName, in location: StoreLocation
  ) throws(StoreError) {
    let reports = ReaderReports(try StorePaths(location))
    do throws(SystemError) {
      try reports.write(report, as: name)
    } catch {
      let code: StoreError.Code =
        error.isFull ? .full : error.isPermission ? .unreadable : .failed
      throw StoreError(code, "The reader's report cannot be written: \(error.text).")
    }
  }
}
