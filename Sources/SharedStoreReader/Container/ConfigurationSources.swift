package import SharedStoreModel
import SharedStoreSystem

/// Every place that a setting could come from: what is not used, and why.
package struct ConfigurationSources: Hashable, Sendable {
  /// The values of the flags.
  package let appGroup, container, file: String?

  package init(appGroup: String?, container: String?, file: String?) {
    (self.appGroup, self.container, self.file) = (appGroup, container, file)
  }

  /// The configuration they amount to.
  /// - Throws: As ``Configuration/resolve(appGroup:container:file:)``.
  package func resolve() throws(StoreError) -> Configuration {
    try Configuration.resolve(appGroup: appGroup, container: container, file: file)
  }

  /// The same, or why there is none.
  package var resolved: Result<Configuration, StoreError> {
    Result { () throws(StoreError) in try resolve() }
  }

  /// What was found and does not count, whether or not there is a configuration.
  package func ignored() -> [IgnoredSetting] {
    var ignored = overriddenVariables() + relativeVariables()
    var counting = file ?? Environment["SHARED_STORE_CONFIG"]
    if counting == nil {
      let places = ConfigurationSources.searched()
      ignored += places.ignored
      counting = places.counting
    }
    if let counting { ignored += judge(counting) }
    return ignored
  }

  private func overriddenVariables() -> [IgnoredSetting] {
    [
      (appGroup, "SHARED_STORE_APP_GROUP"), (container, "SHARED_STORE_CONTAINER"),
      (file, "SHARED_STORE_CONFIG"),
    ].compactMap { flag, variable in
      guard let flag, let value = Environment[variable], value != flag else { return nil }
      return IgnoredSetting(variable, .overridden)
    }
  }

  /// Directories that the specification has us pass over, and fall back to the home directory.
  private func relativeVariables() -> [IgnoredSetting] {
    ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"].compactMap { variable in
      guard let value = Environment[variable], !Paths.isAbsolute(value) else { return nil }
      return IgnoredSetting(variable, .notAbsolute)
    }
  }

  /// The files that are found where nobody named one.
  static func searched() -> (counting: String?, ignored: [IgnoredSetting]) {
    var (counting, ignored): (String?, [IgnoredSetting]) = (nil, [])
    func visit(_ path: String, isOurs: Bool) {
      guard let status = try? FileStatus(path: path) else { return }
      let reason =
        isOurs ? ConfigurationFile.distrust(status) : IgnoredSetting.Reason.strangersFolder
      if let reason {
        // Beyond the one that counts, nothing else was meant to.
        if counting == nil { ignored.append(IgnoredSetting(path, reason)) }
      } else if counting == nil {
        counting = path
      } else {
        ignored.append(IgnoredSetting(path, .farther))
      }
    }
    if let directory = Paths.workingDirectory {
      ConfigurationFile.forEachPlace(from: directory) { path, isOurs in
        visit(path, isOurs: isOurs)
        return true
      }
    }
    if let folder = ContainerDirectory.user("XDG_CONFIG_HOME", under: ".config") {
      visit(folder + "/" + ConfigurationFile.name, isOurs: true)
    }
    return (counting, ignored)
  }

  /// What of the file that was found or named does not count.
  private func judge(_ path: String) -> [IgnoredSetting] {
    guard let content = try? ConfigurationFile(path: path) else {
      // One that is needed is an error of its own.
      return (try? resolve()) == nil ? [] : [IgnoredSetting(path, .notUnderstood)]
    }
    guard let configuration = try? resolve() else { return [] }
    let origin = Configuration.Origin.file(content.path)
    // Its container goes with its app group, whatever else comes before that one.
    if let group = content.appGroup, group != configuration.appGroup.value {
      return [IgnoredSetting(content.path, .otherAppGroup)]
    }
    guard content.container != nil, configuration.container?.origin != origin else { return [] }
    return [IgnoredSetting(content.path, .overridden)]
  }
}
