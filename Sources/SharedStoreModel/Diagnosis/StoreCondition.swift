/// Something about a store, its folder or its configuration that somebody should know of.
package enum StoreCondition: Hashable, Sendable {
  /// A source of the configuration was meant to count and does not.
  case ignored(IgnoredSetting)
  /// Announced commits are missing.
  case rewound(announced: Revision)
  /// The file is a copy that no writer has opened yet.
  case copy(hasLog: Bool)
  /// A process holds the writer lock and does nothing.
  case stoppedWriter(processID: Int32)
  /// A long read keeps the log from beginning anew.
  case pinnedLog(processID: Int32, isStopped: Bool)
  /// Another program writes, outside the writers' lock.
  case foreignWriter(processID: Int32)
  /// A program that keeps no log has written, or was interrupted.
  case journal
  /// Litestream keeps its files in the folder.
  case litestream
  /// Other machines may write the same files.
  case sharedFileSystem(name: String)
  /// Others than the owner may read or write a file or folder.
  case open(path: String, mode: UInt32)
}

extension StoreCondition {
  /// It as a sentence.
  package var text: String {
    switch self {
    case .ignored(let setting): "\(setting.source) \(setting.reason.text)."
    case .rewound(let announced):
      "Revision \(announced) had been announced and is not there: commits are missing."
    case .copy(let hasLog):
      "The file is a copy that no app has opened yet"
        + (hasLog ? "." : "; without its log it may be older than the store it was made of.")
    case .stoppedWriter(let process):
      "Process \(process) holds the writer lock and is stopped: nothing can be written."
    case .pinnedLog(let process, let isStopped):
      "A read of process \(process)\(isStopped ? ", which is stopped," : "") holds the log back: "
        + "it grows until that read ends."
    case .foreignWriter(let process):
      "Process \(process) writes without the writers' lock: it is no writer of the store."
    case .journal: "Another program has written the store without its log."
    case .litestream: "Litestream copies the log, and makes checkpoints outside the writers' lock."
    case .sharedFileSystem(let name):
      "The file system (\(name)) is shared between machines: the log's index does not work there."
    case .open(let path, let mode):
      "Others than the owner may use '\(path)' (mode \(String(mode, radix: 8)))."
    }
  }

  /// What to do about it.
  package func remedy(_ commands: ToolCommands) -> Advice {
    switch self {
    case .ignored(let setting): setting.remedy
    case .rewound, .copy, .journal:
      Advice(
        "Put back the newest file with its log if you have it; else let the app open the store.",
        command: commands.app("init"))
    case .stoppedWriter(let process), .pinnedLog(let process, true):
      Advice("Continue it, or end it.", command: "kill -CONT \(process)")
    case .pinnedLog: Advice("Let it finish, or end it; nothing is lost meanwhile.")
    case .foreignWriter: Advice("Let it finish, and use it to read only from now on.")
    case .litestream:
      Advice("Use a release whose SQLite is 3.51.3 or newer, and let it read a copy of its own.")
    case .sharedFileSystem: Advice("Move the container to a disk of this machine.")
    case .open(let path, let mode):
      Advice(
        "Take the permission from them.",
        // A folder needs the right to be entered.
        command: "chmod \(mode & 0o111 == 0 ? "600" : "700") \(ShellWord(path).text)")
    }
  }
}
