package import SharedStoreModel
package import SharedStoreSystem

/// The folder `readers` beside the store: the last report of each reader that has a name.
///
/// Whoever writes a report removes those that were not renewed for 30 days, and the oldest beyond
/// 64; nothing else ever removes one.
package struct ReaderReports: Hashable, Sendable {
  /// What lies under a reader's name.
  package struct Entry: Hashable, Sendable {
    package let name: ReaderName
    /// `nil` for a file that is no report, or may not be trusted.
    package let report: ReaderReport?
  }

  /// The folder's name beside the store.
  package static let folder = "readers"
  private static let mostReports = 64
  private static let millisecondsKept: Int64 = 30 * 86_400_000
  /// A folder with more names than this is not ours, and is not read to its end.
  private static let mostNames = 1_024
  private static let mostBytes = 1 << 16
  private static let suffix = ".json"

  /// The folder's path.
  package let directory: String
  /// Who may own it: the store's owner, root, and whoever asks.
  private let owners: Set<UInt32>

  package init(_ paths: StorePaths) {
    directory = paths.directory + "/" + ReaderReports.folder
    let owner = (try? FileStatus(path: paths.directory))?.owner
    owners = [owner ?? 0, 0, Paths.userID]
  }

  /// Puts a report in the place of the reader's last one, whole and at once.
  /// - Throws: The system call's error; the last report then stays.
  package func write(_ report: ReaderReport, as name: ReaderName) throws(SystemError) {
    guard let text = try? CanonicalJSON.encode(report) else { throw .notPlain }
    try Paths.makeDirectory(directory)
    try check()
    let file = name.text + ReaderReports.suffix
    let draft = try NewFile.Draft(directory: directory, name: file)
    try draft.fill(Array((text + "\n").utf8))
    try draft.place.replace(temporary: file + ".\(UInt64.random(in: .min ... .max))")
    removeOld()
  }

  /// Every reader's last report, in the order of their names.
  package func all() -> [Entry] {
    guard (try? check()) != nil else { return [] }
    return names().compactMap { file in
      guard let name = ReaderReports.name(of: file) else { return nil }
      return Entry(name: name, report: read(directory + "/" + file))
    }
  }

  private func read(_ path: String) -> ReaderReport? {
    guard let status = try? FileStatus(path: path), owners.contains(status.owner),
      let file = try? Descriptor.readingPlainFile(path),
      let bytes = try? file.contents(limit: ReaderReports.mostBytes),
      bytes.count <= ReaderReports.mostBytes,
      let value = try? CanonicalJSON.scan(bytes),
      let report = try? JSONTreeDecoder.decode(ReaderReport.self, from: value)
    else { return nil }
    return report.format <= ReaderReport.currentFormat ? report : nil
  }

  /// A link or a stranger's folder in its place would have us write, or believe, somewhere else.
  private func check() throws(SystemError) {
    let status = try FileStatus(path: directory)
    guard status.isDirectory else { throw .notADirectory }
    guard owners.contains(status.owner), !status.isWritableByOthers else { throw .notOurs }
  }

  private func names() -> [String] {
    let entries = try? DirectoryListing.entries(of: directory, limit: ReaderReports.mostNames)
    return (entries ?? []).compactMap(\.text)
  }

  private static func name(of file: String) -> ReaderName? {
    guard file.hasSuffix(suffix) else { return nil }
    return ReaderName(String(file.dropLast(suffix.count)))
  }

  /// Also drafts that a killed reader has left.
  private func removeOld() {
    let files = names().filter { $0.contains(ReaderReports.suffix) }
      .compactMap { file -> (path: String, status: FileStatus)? in
        let path = directory + "/" + file
        guard let status = try? FileStatus(path: path, withTimes: true), status.isRegular else {
          return nil
        }
        return (path, status)
      }
      .sorted { $0.status.modificationTime.isAfter($1.status.modificationTime) }
    for (index, file) in files.enumerated()
    where index >= ReaderReports.mostReports
      || file.status.modificationTime.isPast(byMilliseconds: ReaderReports.millisecondsKept)
    {
      Paths.removeFile(file.path)
    }
  }
}

extension FileStatus.Time {
  fileprivate func isAfter(_ other: FileStatus.Time) -> Bool {
    (seconds, nanoseconds) > (other.seconds, other.nanoseconds)
  }
}
