#if canImport(Darwin)
  import Foundation
  import SharedStoreModel

  /// The container that the system gives an app group.
  ///
  /// Not compiled on Linux.
  enum DarwinContainer {
    static func directory(for appGroup: AppGroup) -> String? {
      FileManager.default
        .containerURL(forSecurityApplicationGroupIdentifier: appGroup.id)?
        .path(percentEncoded: false)
    }
  }
#endif
