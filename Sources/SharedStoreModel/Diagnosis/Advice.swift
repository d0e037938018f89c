/// What to do next: a sentence, and a command that does it where there is one.
package struct Advice: Hashable, Sendable {
  package let text: String
  /// A line of the shell.
  package let command: String?

  package init(_ text: String, command: String? = nil) {
    (self.text, self.command) = (text, command)
  }

  /// What the tools advise for a failure; where they have nothing to say, what its reason means.
  package init(_ error: StoreError) {
    if let advice = error.advice?.command {
      self.init(advice)
    } else {
      self.init(
        "Look up what \(error.code.word) means.", command: "extension help exit-codes")
    }
  }

  /// The sentence, and the command at the end of the line.
  package var sentence: String { text + (command.map { " Run: " + $0 } ?? "") }
}

/// A word of a shell's command line.
package struct ShellWord: Hashable, Sendable {
  /// The word, in quotes if it needs them.
  package let text: String

  package init(_ word: String) {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy(ShellWord.isPlain)
    text =
      isPlain
      ? word
      : "'"
        + word.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: #"'\''"#) + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}

/// The tools' command lines as advice names them, with the options that the asker had to give.
package struct ToolCommands: Hashable, Sendable {
  private var before = ""
  private let options: String

  /// Takes the options that say where the store is, such as `["--app-group", "group.example"]`.
  package init(options: [String]) {
    self.options = options.map { " " + ShellWord($0).text }.joined()
  }

  /// Takes a configuration file, in the place of what a variable says.
  package init(file: String) {
    self.init(options: ["--config", file])
    before = "env -u SHARED_STORE_APP_GROUP -u SHARED_STORE_CONTAINER "
  }

  /// A command of the writer's tool.
  package func app(_ command: String) -> String { "\(before)app \(command)\(options)" }

  /// A command of the reader's tool.
  package func `extension`(
    _ command: String, _ kind: Kind? = nil, _ more: String = ""
  ) -> String {
    // A kind may begin like an option.
    let kind = kind.map {
      ($0.text.utf8.first == UInt8(ascii: "-") ? " -- " : " ") + ShellWord($0.text).text
    }
    return "\(before)extension \(command)\(more)\(options)\(kind ?? "")"
  }
}
