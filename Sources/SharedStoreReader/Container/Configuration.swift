package import SharedStoreModel
import SharedStoreSystem

/// Where the app group and its container come from: a flag, else the environment, else a file.
package struct Configuration: Hashable, Sendable {
  /// A setting and its source.
  package struct Setting: Hashable, Sendable {
    package let value: String
    package let origin: Origin
  }

  /// Where a setting was found.
  package enum Origin: Hashable, Sendable {
    case flag
    case environment(String)
    case file(String)
    case standard
  }

  /// The app group's id.
  package let appGroup: Setting
  /// The container directory; by default the platform's own for the app group.
  package let container: Setting?
  /// Whether every setting was given by flags, so that a later command without them finds none.
  package var isFromFlagsOnly: Bool { appGroup.origin == .flag }

  /// The store's location.
  package var location: StoreLocation {
    guard let container else { return .appGroup(appGroup.value) }
    return .container(container.value, appGroup: appGroup.value)
  }

  /// Where the store's file is meant to be, whether or not anything is there.
  package var intendedPath: String? {
    location.containerDirectory.map {
      [$0, StorePaths.folder, StorePaths.storeName].joined(separator: "/")
    }
  }

  /// Resolves the configuration.
  /// - Parameters:
  ///   - appGroup: The value of `--app-group`.
  ///   - container: The value of `--container`.
  ///   - file: The value of `--config`.
  /// - Returns: Each setting with its origin.
  /// - Throws: `configuration` when there is no app group, or a file cannot be used.
  package static func resolve(
    appGroup: String?, container: String?, file: String?
  ) throws(StoreError) -> Configuration {
    let group = Configuration.setting(appGroup, "SHARED_STORE_APP_GROUP")
    let directory = Configuration.setting(container, "SHARED_STORE_CONTAINER")
    // A file that is not needed is not read, so a broken one cannot get in the way, unless it was
    // named: then its silence would be a surprise.
    let named = file ?? Environment["SHARED_STORE_CONFIG"]
    let found = named ?? ((group == nil || directory == nil) ? foundFile() : nil)
    let content = try found.map { path throws(StoreError) in try ConfigurationFile(path: path) }
    return try Configuration(group: group, directory: directory, content: content)
  }

  private init(
    group: Setting?, directory: Setting?, content: ConfigurationFile?
  ) throws(StoreError) {
    let origin = content.map { Origin.file($0.path) } ?? .standard
    let fileGroup = content?.appGroup.map { Setting(value: $0, origin: origin) }
    guard let appGroup = group ?? fileGroup else {
      // One that was named counts, or was an error before.
      let passedOver = content == nil ? ConfigurationSources.searched().ignored.first : nil
      throw passedOver.map(StoreError.notCounting) ?? .noConfiguration
    }
    guard AppGroup(appGroup.value) != nil else { throw .invalidAppGroup }
    self.appGroup = appGroup
    // A container belongs to the app group it was written beside: it does not follow another id
    // that a flag or the environment names.
    let fileContainer =
      group == nil || group?.value == fileGroup?.value || fileGroup == nil
      ? content?.container.map { Setting(value: $0, origin: origin) } : nil
    container = directory ?? fileContainer
  }

  private static func setting(_ flag: String?, _ variable: String) -> Setting? {
    if let flag { return Setting(value: flag, origin: .flag) }
    return Environment[variable].map { Setting(value: $0, origin: .environment(variable)) }
  }

  private static func foundFile() -> String? {
    if let directory = Paths.workingDirectory,
      let path = ConfigurationFile.find(from: directory)
    {
      return path
    }
    guard let folder = ContainerDirectory.user("XDG_CONFIG_HOME", under: ".config") else {
      return nil
    }
    let path = folder + "/" + ConfigurationFile.name
    return ConfigurationFile.isTrusted(path) ? path : nil
  }
}

extension StoreError {
  package static let noConfiguration = StoreError(
    .configuration, "No app group is configured.",
    hint: StoreError.Hint(
      "Name the app group, or set SHARED_STORE_APP_GROUP.",
      command:
        "Give --app-group, set SHARED_STORE_APP_GROUP, or run 'app init --app-group ID' once."
    ))

  /// A configuration file is there, and it does not count.
  fileprivate static func notCounting(_ setting: IgnoredSetting) -> StoreError {
    StoreError(
      .configuration, "No app group is configured; the file that is there does not count.",
      hint: .init(setting.remedy.sentence), file: setting.source)
  }
}
