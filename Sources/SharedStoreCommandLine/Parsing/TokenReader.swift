/// Sorts the tokens of a command line, from left to right, into commands, options and words.
///
/// It judges nothing. Which options a command accepts is only known once the last token has been
/// read, and help asked for at the end must win over a mistake at the start.
struct TokenReader {
  /// Something that is judged after reading, in the order of the command line.
  enum Finding {
    case option(OptionUse)
    case unknownCommand(String)
  }

  /// A question that is answered whatever else the command line says.
  enum Request {
    case help
    case version
    case completionScript(String)
  }

  private let valueSpellings: Set<String>
  private let topics: [String]
  private(set) var command: Command
  private(set) var path: [String]
  private(set) var findings: [Finding] = []
  private(set) var words: [String] = []
  private(set) var request: Request?
  private(set) var isHelpCommand = false
  private(set) var topic: String?
  /// Only the first word after a command can select a subcommand: `snapshot todo list` means a
  /// kind and one word too many.
  private var mayDescend = true

  init(parser: Parser) {
    valueSpellings = parser.valueSpellings
    topics = parser.topics.map { $0.name }
    command = parser.root
    path = [parser.root.name]
  }

  var isAtRoot: Bool { path.count == 1 }

  mutating func read(_ tokens: [String]) {
    var rest = tokens[...]
    while request == nil, let token = rest.popFirst() {
      if token == "--" {
        words += rest
        return
      }
      if OptionUse.isName(token) {
        readOption(token, followedBy: &rest)
      } else {
        readWord(token)
      }
    }
  }

  private mutating func readOption(_ token: String, followedBy rest: inout ArraySlice<String>) {
    var use = OptionUse(token)
    if !use.isAttached, valueSpellings.contains(use.spelling),
      let next = rest.first, !OptionUse.isName(next)
    {
      use.value = next
      rest.removeFirst()
    }
    request = Self.request(use)
    if request == nil { findings.append(.option(use)) }
  }

  /// Malformed questions, such as `--help=x`, are left to be judged like any other option.
  private static func request(_ use: OptionUse) -> Request? {
    switch use.value {
    case nil where Argument.helpFlag.spellings.contains(use.spelling): .help
    case nil where Argument.versionFlag.spellings.contains(use.spelling): .version
    case let shell? where Argument.completionScript.spellings.contains(use.spelling):
      Argument.completionScript.allowed.contains(shell) ? .completionScript(shell) : nil
    default: nil
    }
  }

  private mutating func readWord(_ word: String) {
    guard mayDescend else { return words.append(word) }
    if let subcommand = command.subcommands.first(where: { $0.name == word }) {
      command = subcommand
      path.append(word)
    } else if isAtRoot, word == "help" {
      isHelpCommand = true
    } else {
      mayDescend = false
      readNonCommand(word)
    }
  }

  private mutating func readNonCommand(_ word: String) {
    if isHelpCommand, isAtRoot, topics.contains(word) {
      topic = word
    } else if command.subcommands.isEmpty || (command.action != nil && !isHelpCommand) {
      words.append(word)
    } else {
      findings.append(.unknownCommand(word))
    }
  }
}
