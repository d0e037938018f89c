public import Foundation
public import SharedStoreModel
import SharedStoreSystem

extension Timestamp {
  /// The wall clock now.
  ///
  /// It is shown and stored, never compared to order anything.
  public static var now: Timestamp { Timestamp(clampingMilliseconds: WallClock.milliseconds) }

  /// The instant of a date, cut to milliseconds and to what a time can be.
  public init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded(.down)
    self.init(clampingMilliseconds: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : 0))
  }

  /// The same instant as a date, for display.
  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
