import SharedStoreModel
import SharedStoreSystem

/// The directories the environment names.
///
/// The password database is never asked: a statically linked program cannot.
enum ContainerDirectory {
  /// The container of an app group, where the platform has one.
  static func standard(for appGroup: AppGroup) -> String? {
    #if canImport(Darwin)
      return DarwinContainer.directory(for: appGroup)
    #else
      return user("XDG_DATA_HOME", under: ".local/share").map { $0 + "/" + appGroup.id }
    #endif
  }

  /// A directory of the XDG base directory specification: absolute, or it does not count; `nil` when
  /// the one that was named is no UTF-8.
  static func user(_ variable: String, under home: String) -> String? {
    guard Environment.unusable(variable) == nil else { return nil }
    if let directory = Environment[variable], Paths.isAbsolute(directory) { return directory }
    guard let directory = Environment["HOME"], Paths.isAbsolute(directory) else { return nil }
    return directory + "/" + home
  }
}
