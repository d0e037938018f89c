import SharedStoreReader
import SharedStoreSystem

/// When the log is copied into the database: at 1 000 frames, or sooner when the disk is nearly
/// full, and not at every commit while a reader holds frames back.
struct CheckpointPolicy {
  /// A frame is a page of 4096 bytes and its header of 24.
  static let frameBytes = 4_120
  static let maximumFrames = 1_000
  /// A writer that opens a longer log empties it: whoever opens the store first after all have gone
  /// reads the whole log, and that is a widget that has to be quick.
  static let maximumFramesAtOpening = 256
  /// How often the disk is asked whether it is nearly full.
  private static let framesBetweenLooks = 64

  private var nextFrames = maximumFrames
  private var nextLook = framesBetweenLooks

  /// Whether a log of this length is due.
  mutating func isDue(frames: Int, paths: StorePaths) -> Bool {
    // A shorter log than last time has begun anew.
    if frames < CheckpointPolicy.maximumFrames { nextFrames = CheckpointPolicy.maximumFrames }
    if frames >= nextFrames { return true }
    if frames + CheckpointPolicy.framesBetweenLooks < nextLook { nextLook = 0 }
    // Not at every multiple of a number: a log grows in strides, which may never meet one.
    guard frames >= nextLook else { return false }
    nextLook = frames + CheckpointPolicy.framesBetweenLooks
    guard let system = FileSystem(path: paths.directory) else { return false }
    return UInt64(frames * CheckpointPolicy.frameBytes) > system.freeBytes / 4
  }

  /// Remembers what a checkpoint could do.
  mutating func note(frames: Int, copied: Int) {
    nextFrames = copied < frames ? frames + CheckpointPolicy.maximumFrames : nextFrames
  }
}
