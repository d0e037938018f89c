public import SharedStoreModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension StoreLocation {
  /// A directory that stands in for an app group's container.
  /// - Parameters:
  ///   - directory: Its file URL.
  ///   - id: The app group's id: 1 to 128 of the characters A-Z, a-z, 0-9, `.`, `_` and `-`.
  /// - Returns: The location; whether it can be used shows when it is.
  public static func container(_ directory: URL, appGroup id: String) -> StoreLocation {
    container(directory.path, appGroup: id)
  }
}

extension DocumentID {
  /// The id that is a UUID's text.
  public init(_ id: UUID) {
    // The text of a UUID is always an id; the other one is never used.
    self = DocumentID(id.uuidString) ?? "id"
  }
}
