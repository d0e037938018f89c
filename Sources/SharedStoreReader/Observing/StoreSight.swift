import SharedStoreModel

/// Where somebody who reads a store again and again saw it last: what tells him, once, that it is
/// not the one it was.
///
/// Each of those who share a connection has one of his own, so that none takes the news from
/// another.
package struct StoreSight: Sendable {
  /// Where the store stood; `nil` before it was read.
  private(set) var token: StoreToken?
  private var isGone = false

  package init() {}

  /// Compares where the store stands with where it was last seen, and remembers it.
  /// - Throws: `rewound` or `replaced`.
  mutating func note(_ token: StoreToken) throws(StoreError) {
    let movement = self.token?.movement(to: token) ?? .advanced
    (self.token, isGone) = (token, false)
    switch movement {
    case .unchanged, .advanced: return
    case .rewound: throw .rewound.at(token.revision)
    case .replaced: throw .replacedStore.at(token.revision)
    }
  }

  /// What a failure to open is for somebody who has seen the store: one that is gone is first
  /// reported as removed.
  ///
  /// Where it stood is not forgotten: what comes in its place is no older one unsaid.
  mutating func failure(_ error: StoreError) -> StoreError {
    guard error.code == .storeMissing, token != nil, !isGone else { return error }
    isGone = true
    return StoreError(.removed, "The store was moved or deleted since it was last read.")
  }
}
