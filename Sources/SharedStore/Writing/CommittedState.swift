import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// What a writer knows of the store after its own commit, and need not read again as long as
/// nobody else commits: apps mostly write alone.
struct CommittedState {
  let head: StoreHead
  /// The kept versions of the kinds that were looked at lately.
  let versions: [Kind: KeptVersions]
  private var dataVersion: UInt32?

  /// More kinds than this are not remembered.
  private static let mostKinds = 64

  /// What stands when a transaction has been committed; `nil` when it has to be read again.
  init?(_ head: StoreHead, _ revision: Revision?, _ transaction: Transaction) {
    guard !transaction.hasChangedRules else { return nil }
    self.head = revision.map { head.advanced(to: $0) } ?? head
    let versions = transaction.versions
    self.versions = versions.count <= CommittedState.mostKinds ? versions : [:]
  }

  /// The same, right after the commit.
  func asOf(_ database: Database) -> CommittedState {
    var state = self
    state.dataVersion = database.connection.dataVersion
    return state
  }

  /// Whether nothing has been committed since, inside a transaction.
  func stands(_ database: Database) -> Bool {
    dataVersion != nil && dataVersion == database.connection.dataVersion
  }
}
