import SharedStoreSystem

/// Whether the files at a store's path are still the ones that were opened.
///
/// Names in a folder cannot change without the folder's change time, so one question about the
/// folder answers for all of its files; only when that time has moved are they asked one by one.
package struct PlaceWatch {
  private let directory: String
  private let files: [(path: String, identity: FileStatus.Identity)]
  /// The folder as it was when its files were last found in place.
  private var folder: FileStatus?

  /// Watches the store, its log and the log's index as they stand now; `nil` when one is missing.
  ///
  /// Without its index a connection goes on with the one it has mapped, and never sees what others
  /// commit through a new one.
  package init?(_ paths: StorePaths) {
    directory = paths.directory
    guard let store = try? FileStatus(path: paths.store),
      let log = try? FileStatus(path: paths.log),
      let index = try? FileStatus(path: paths.logIndex)
    else { return nil }
    files = [
      (paths.store, store.identity), (paths.log, log.identity), (paths.logIndex, index.identity),
    ]
  }

  /// Asks the file system.
  package mutating func isInPlace() -> Bool {
    switch look() {
    case .unchanged, .inPlace: true
    case .moved: false
    }
  }

  /// What a look at the folder found.
  package enum Finding {
    /// No name in the folder has changed since the last look.
    case unchanged
    /// Names have changed, but the store and its sidecars are in place.
    case inPlace
    /// The store or one of its sidecars is not the one that was opened.
    case moved
  }

  /// Asks the file system, for a caller that has other files in the folder.
  package mutating func look() -> Finding {
    guard let now = try? FileStatus(path: directory, withTimes: true) else { return .moved }
    if let folder, folder.identity == now.identity, folder.changeTime == now.changeTime {
      return .unchanged
    }
    for file in files where (try? FileStatus(path: file.path))?.identity != file.identity {
      return .moved
    }
    folder = PlaceWatch.counts(now.changeTime) ? now : nil
    return .inPlace
  }

  /// Whether a time of change counts.
  ///
  /// Two changes within one tick of the file system's clock share one, so it must lie a while back.
  /// A time without a fraction may be of a clock that ticks once
  /// in a second, or in two.
  static func counts(_ time: FileStatus.Time) -> Bool {
    time.isPast(byMilliseconds: time.nanoseconds == 0 ? 2_100 : 100)
  }
}
