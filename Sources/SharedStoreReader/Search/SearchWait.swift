package import SharedStoreModel

/// How one wait of a ``SearchDebouncer`` comes and goes, for tests that must not guess.
package enum SearchWait: Hashable, Sendable {
  /// The wait for this input is about to sleep; again, when the clock woke it early.
  case registered(InputGeneration)
  /// The wait for this input is over, whatever came of it.
  case ended(InputGeneration)
}
