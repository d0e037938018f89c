import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// When the log is copied into the database: at 1000 frames, or sooner when the disk is nearly
/// full, and not at every commit while a reader holds frames back (contract F10).
struct CheckpointPolicy {
  /// A frame is a page of 4096 bytes and its header of 24.
  static let frameBytes = 4_120
  static let maximumFrames = 1_000
  /// The log keeps its allocated size up to this many bytes, since growing a file at every commit
  /// costs more than reusing it.
  static let keptLogBytes = 2 * maximumFrames * frameBytes

  private var nextFrames = maximumFrames

  /// Whether a log of this length is due.
  mutating func isDue(frames: Int, paths: StorePaths) -> Bool {
    // A shorter log than last time has begun anew.
    if frames < CheckpointPolicy.maximumFrames { nextFrames = CheckpointPolicy.maximumFrames }
    if frames >= nextFrames { return true }
    guard frames > 0, frames % 16 == 0, let system = FileSystem(path: paths.directory) else {
      return false
    }
    return UInt64(frames * CheckpointPolicy.frameBytes) > system.freeBytes / 4
  }

  /// Remembers what a checkpoint could do.
  mutating func note(frames: Int, copied: Int) {
    nextFrames = copied < frames ? frames + CheckpointPolicy.maximumFrames : nextFrames
  }
}
