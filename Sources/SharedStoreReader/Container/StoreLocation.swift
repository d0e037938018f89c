package import SharedStoreModel

/// Where a store lives: an app group's container.
///
/// Making one touches nothing; a location that cannot be used says so when it is used.
public struct StoreLocation: Hashable, Sendable {
  /// The app group, or why the location is none.
  package let resolution: Result<Container, StoreError>

  /// An app group and the directory it names.
  package struct Container: Hashable, Sendable {
    package let appGroup: AppGroup
    package let directory: String
  }

  private init(_ resolution: Result<Container, StoreError>) {
    self.resolution = resolution
  }

  /// The container that the platform gives an app group: on Linux, the directory of that name in
  /// the user's data directory (`XDG_DATA_HOME`, else `~/.local/share`).
  public static func appGroup(_ id: String) -> StoreLocation {
    guard let appGroup = AppGroup(id) else { return StoreLocation(.failure(.invalidAppGroup)) }
    guard let directory = ContainerDirectory.standard(for: appGroup) else {
      return StoreLocation(.failure(.noContainerDirectory))
    }
    return StoreLocation(.success(Container(appGroup: appGroup, directory: directory)))
  }

  /// A directory that stands in for an app group's container.
  /// - Parameters:
  ///   - directory: Its path, with links or without; it is looked for when the store is used.
  ///   - id: The app group's id: 1 to 128 of the characters A-Z, a-z, 0-9, `.`, `_` and `-`.
  /// - Returns: The location; whether it can be used shows when it is.
  public static func container(_ directory: String, appGroup id: String) -> StoreLocation {
    guard let appGroup = AppGroup(id) else { return StoreLocation(.failure(.invalidAppGroup)) }
    guard !directory.isEmpty, !directory.utf8.contains(0) else {
      return StoreLocation(.failure(.noContainerDirectory))
    }
    return StoreLocation(.success(Container(appGroup: appGroup, directory: directory)))
  }

  /// The place that the environment names, or the nearest configuration file: where the command-line
  /// tools find a store without any flag, as does a process that a test starts.
  /// - Returns: The location.
  /// - Throws: `configuration` when there is no app group, or a file cannot be used.
  public static func configured() throws(StoreError) -> StoreLocation {
    try Configuration.resolve(appGroup: nil, container: nil, file: nil).location
  }

  /// The container directory as it was given, without following links.
  public var containerDirectory: String? { try? resolution.get().directory }
}

extension StoreError {
  static let invalidAppGroup = StoreError(
    .configuration, "The app group id is not valid.",
    hint: "Use 1 to 128 of the characters A-Z, a-z, 0-9, '.', '_' and '-'.")

  static let noContainerDirectory = StoreError(
    .configuration, "There is no container directory for the app group.",
    hint: "Name one, or set HOME or XDG_DATA_HOME to an absolute path.")
}
