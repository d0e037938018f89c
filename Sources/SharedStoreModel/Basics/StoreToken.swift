/// Where in which store something was read: store, line of revisions, revision.
///
/// Revisions compare only within one store and one incarnation.
public struct StoreToken: Hashable, Sendable, Codable {
  /// The store's UUID, as lower-case text.
  public let storeID: String
  /// The random id of the line of revisions; a restore begins a new one.
  public let incarnation: String
  /// The store revision.
  public let revision: Revision

  /// Creates a token.
  public init(storeID: String, incarnation: String, revision: Revision) {
    self.storeID = storeID
    self.incarnation = incarnation
    self.revision = revision
  }

  /// How a store that stood at a token before and stands at another now has moved.
  public enum Movement: Hashable, Sendable {
    /// The same revision.
    case unchanged
    /// A later revision of the same line.
    case advanced
    /// An earlier revision of the same line, or another line of the same store.
    case rewound
    /// Another store altogether.
    case replaced
  }

  /// What happened between this token and a later reading.
  public func movement(to later: StoreToken) -> Movement {
    if later.storeID != storeID { return .replaced }
    if later.incarnation != incarnation || later.revision < revision { return .rewound }
    return later.revision == revision ? .unchanged : .advanced
  }
}
