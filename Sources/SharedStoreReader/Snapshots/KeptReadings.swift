import SharedStoreModel
import SharedStoreSQLite

/// The newest records as they were last read, good for as long as nothing is committed.
struct KeptReadings {
  /// Larger payloads are read anew: an extension has little memory.
  private static let maximumBytes = 64 << 10
  private static let maximumKinds = 16

  /// When the readings were begun.
  private(set) var mark: CommitMark?
  private var readings: [(kind: Kind, reading: Reading<StoredPayload>)] = []

  /// The reading of a kind.
  func reading(of kind: Kind) -> Reading<StoredPayload>? {
    readings.first { $0.kind == kind }?.reading
  }

  /// Keeps a reading, and forgets those of another moment.
  mutating func keep(_ reading: Reading<StoredPayload>, of kind: Kind, since mark: CommitMark?) {
    if mark == nil || mark != self.mark { readings = [] }
    self.mark = mark
    guard mark != nil, let payload = reading.snapshot?.payload,
      payload.json.utf8.count <= KeptReadings.maximumBytes
    else { return }
    readings.removeAll { $0.kind == kind }
    if readings.count == KeptReadings.maximumKinds { readings.removeFirst() }
    readings.append((kind, reading))
  }
}
