public import SharedStoreModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an alert shows is the sentence, not a number.
extension StoreError: LocalizedError {
  /// What happened, as a sentence.
  public var errorDescription: String? { message }
  /// What the code means.
  public var failureReason: String? { code.meaning }
  /// What to do next, where there is something to do.
  public var recoverySuggestion: String? { hint }
}
