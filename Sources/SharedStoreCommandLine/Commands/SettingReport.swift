package import SharedStoreModel
package import SharedStoreReader

/// A setting and where it comes from, as several commands show it.
package struct SettingReport: Encodable {
  package let value: String
  package let origin: String

  /// The app group and the container of a configuration; the container may be the platform's own.
  package static func both(
    _ configuration: Configuration?
  ) -> (appGroup: SettingReport?, container: SettingReport?) {
    guard let configuration else { return (nil, nil) }
    let container = configuration.container
    return (
      SettingReport(
        value: configuration.appGroup.value, origin: configuration.appGroup.origin.text),
      SettingReport(
        value: container?.value ?? configuration.location.containerDirectory ?? "",
        origin: (container?.origin ?? .standard).text)
    )
  }
}

/// A source of the configuration that does not count.
package struct IgnoredReport: Encodable {
  package let source: String
  package let reason: String

  package init(_ ignored: IgnoredSetting) {
    (source, reason) = (ignored.source, ignored.reason.rawValue)
  }
}

extension Configuration.Origin {
  /// Where a setting was found, in words.
  fileprivate var text: String {
    switch self {
    case .flag: "flag"
    case .environment(let variable): "environment \(variable)"
    case .file(let path): "file \(path)"
    case .standard: "default"
    }
  }
}
