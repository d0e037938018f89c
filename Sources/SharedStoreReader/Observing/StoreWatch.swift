import SharedStoreModel
package import SharedStoreSystem
import Synchronization

/// Waits, on the calling thread, for a store to change.
///
/// Writers announce what they commit, and the folder tells at once. What nobody announces, such as
/// the commit of a writer that was killed right after it, another folder in this one's place, or
/// the progress of a job, is found by a look: the store's place and the mark of its log are
/// compared with what they were, which takes no lock. While nothing happens that look is all that
/// is done.
package struct StoreWatch: ~Copyable {
  /// How long what nobody announces may stay unseen, unless somebody has to know it sooner.
  package static let period = Duration.seconds(1)

  private let reader: StoreReader
  private let folder: String?
  private let topic: String
  private var watch: FolderWatch?
  private var mark: StoreMark?
  private var lastLook: MonotonicTime
  private var hasBegun = false

  /// What ended a wait.
  package enum Event: Hashable, Sendable {
    /// The store may have changed.
    case changed
    /// The time is over.
    case timedOut
    /// The other source has something to read.
    case other
  }

  /// Prepares to watch the store of a reader.
  package init(_ reader: StoreReader) {
    self.reader = reader
    let container = try? reader.location.resolution.get()
    folder = container.map { Paths.absolute($0.directory) + "/" + StorePaths.folder }
    topic = container.map { StorePaths.noticeTopic($0.appGroup) } ?? ""
    lastLook = .now
  }

  /// Waits until the store may have changed; the first wait is over at once, since nobody has seen
  /// what happened before it.
  /// - Parameters:
  ///   - deadline: When to wait no longer.
  ///   - other: Something else to wait for.
  ///   - period: The time between two looks.
  /// - Returns: What came first.
  package mutating func wait(
    until deadline: MonotonicTime, or other: InputSource? = nil,
    period: Duration = StoreWatch.period
  ) -> Event {
    while true {
      if !hasBegun || MonotonicTime.now >= lastLook.advanced(by: period) {
        if looksChanged() { return .changed }
      }
      let ready = ready(until: min(deadline, lastLook.advanced(by: period)), other)
      if ready.other { return .other }
      if ready.watch, watch?.take() == true {
        begin()
        return .changed
      }
      if MonotonicTime.now >= deadline { return .timedOut }
    }
  }

  /// Compares the store with what it was; whatever is there now is what it is compared with next.
  private mutating func looksChanged() -> Bool {
    lastLook = .now
    if watch == nil, let folder {
      watch = try? FolderWatch(directory: folder, name: StorePaths.noticeName, topic: topic)
    }
    // Watched first, marked then, and read by the caller after that: no commit falls in between.
    let isOther = watch?.arm() ?? false
    if hasBegun, !isOther, reader.isUnchanged(since: mark) { return false }
    begin()
    return true
  }

  private mutating func begin() {
    hasBegun = true
    mark = reader.mark
  }

  private func ready(
    until time: MonotonicTime, _ other: InputSource?
  ) -> (watch: Bool, other: Bool) {
    // Not `?.`, which would copy the watch.
    let source: InputSource? =
      switch watch {
      case .some(let watch): watch.source
      case .none: nil
      }
    // One more, since a wait that ends within the millisecond would be begun anew.
    let left = time == .never ? nil : time.millisecondsLeft + 1
    let sources = [source, other].compactMap { $0 }
    guard let ready = try? InputSource.wait(for: sources, milliseconds: left) else {
      pause(nanoseconds: 10_000_000)
      return (false, false)
    }
    return (source != nil && ready[0], other != nil && ready.last == true)
  }
}

extension StoreReader {
  /// The mark of this moment; `nil` when there is nothing to compare it with, or somebody is reading
  /// just now.
  fileprivate var mark: StoreMark? {
    session.withLockIfAvailable { $0.mark } ?? nil
  }

  /// Whether another reading could only find what was there at a mark.
  fileprivate func isUnchanged(since mark: StoreMark?) -> Bool {
    guard let mark else { return false }
    return session.withLockIfAvailable { $0.isUnchanged(since: mark) } ?? false
  }
}
