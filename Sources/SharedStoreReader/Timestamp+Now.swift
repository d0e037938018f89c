public import SharedStoreModel
import SharedStoreSystem

extension Timestamp {
  /// The wall clock now.
  ///
  /// It is shown and stored, never compared to order anything.
  public static var now: Timestamp { Timestamp(clampingMilliseconds: WallClock.milliseconds) }
}
