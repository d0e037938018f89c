/// A source of the configuration that was found and does not count, and why.
package struct IgnoredSetting: Hashable, Sendable {
  /// The path of a file, or the name of an environment variable.
  package let source: String
  package let reason: Reason

  package init(_ source: String, _ reason: Reason) {
    (self.source, self.reason) = (source, reason)
  }

  /// Why it does not count.
  package enum Reason: String, CaseIterable, Sendable {
    case writableByOthers = "writable-by-others"
    case otherOwner = "other-owner"
    case notAFile = "not-a-file"
    case strangersFolder = "strangers-folder"
    case notUnderstood = "not-understood"
    case notAbsolute = "not-absolute"
    case otherAppGroup = "other-app-group"
    case overridden
    case farther
  }
}

extension IgnoredSetting.Reason {
  /// The reason as the end of a sentence that begins with the source.
  package var text: String {
    switch self {
    case .writableByOthers: "does not count: others than its owner may write it"
    case .otherOwner: "does not count: it belongs to another user"
    case .notAFile: "does not count: it is not a regular file of one name"
    case .strangersFolder: "does not count: it lies above a folder of another owner"
    case .notUnderstood: "does not count: it is not understood"
    case .notAbsolute: "does not count: it is not an absolute path"
    case .otherAppGroup: "does not count: it is of another app group"
    case .overridden: "does not count: a setting that comes before it does"
    case .farther: "does not count: a nearer file does"
    }
  }

  /// Whether somebody meant it to count; the other reasons are the order of precedence, at work.
  package var isMistake: Bool {
    switch self {
    case .writableByOthers, .otherOwner, .notAFile, .strangersFolder, .notUnderstood, .notAbsolute:
      true
    case .otherAppGroup, .overridden, .farther: false
    }
  }
}

extension IgnoredSetting {
  /// What makes it count.
  package var remedy: Advice {
    let file = ShellWord(source).text
    return switch reason {
    case .writableByOthers:
      Advice("If you trust it, take the permission from others.", command: "chmod go-w \(file)")
    case .otherOwner:
      Advice(
        "If you trust it, have it belong to the user who runs the tools, or to root.",
        command: "sudo chown \"$(id -u)\" \(file)")
    case .notAFile: Advice("Put the file itself there, or name it with --config.")
    case .strangersFolder: Advice("Name it with --config, or move it to the project's folder.")
    case .notUnderstood: Advice(#"Write {"appGroup": "group.example", "container": "path"}."#)
    case .notAbsolute: Advice("Set the variable to an absolute path, or leave it unset.")
    case .otherAppGroup, .overridden, .farther:
      Advice("Leave it as it is, or take away the setting that comes before it.")
    }
  }
}
