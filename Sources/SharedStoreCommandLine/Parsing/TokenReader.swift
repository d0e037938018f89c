/// Sorts the tokens of a command line, from left to right, into commands, options and words.
///
/// It judges nothing. Which options a command accepts is only known once the last token has been
/// read, and help asked for at the end must win over a mistake at the start.
struct TokenReader {
  /// Something that is judged after reading, in the order of the command line.
  enum Finding {
    /// An option with its dashes, and its value if there is one.
    case option(String, String?)
    case unknownCommand(String)
  }

  /// A question that is answered whatever else the command line says.
  enum Request {
    case help, version, completionScript
  }

  private let parser: Parser
  private(set) var command: Command
  private(set) var path: [String]
  private(set) var findings: [Finding] = []
  private(set) var words: [String] = []
  private(set) var request: Request?
  private(set) var isHelpCommand = false
  private(set) var topic: Topic?
  /// Only the first word after a command can select a subcommand: `snapshot todo list` means a
  /// kind and one word too many.
  private var mayDescend = true

  init(parser: Parser) {
    self.parser = parser
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
      if Self.isOption(token) {
        readOption(token, followedBy: &rest)
      } else {
        readWord(token)
      }
    }
  }

  /// Whether a token names an option, rather than being a value.
  ///
  /// `-` alone stands for standard input, and a digit after the dash makes a negative number.
  private static func isOption(_ token: String) -> Bool {
    var bytes = token.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "-"), let second = bytes.next() else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }

  /// Splits a token such as `--title=Milk`.
  ///
  /// The split is made in UTF-8, because a value may start with a combining mark, which would
  /// melt into one character with the `=` before it.
  private static func split(_ token: String) -> (name: String, value: String?) {
    let sign = token.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = String(token[..<(sign ?? token.endIndex)])
    let value = sign.map { String(token[token.utf8.index(after: $0)...]) }
    return (name == "-h" ? "--help" : name, value)
  }

  private mutating func readOption(_ token: String, followedBy rest: inout ArraySlice<String>) {
    var (name, value) = Self.split(token)
    if value == nil, let next = rest.first, !Self.isOption(next), takesValue(name) {
      value = next
      rest.removeFirst()
    }
    request = request(name, value)
    if request == nil { findings.append(.option(name, value)) }
  }

  private func takesValue(_ name: String) -> Bool {
    parser.options.contains { $0.kind == .option && $0.isNamed(name) }
  }

  /// Malformed questions, such as `--help=x`, are left to be judged like any other option.
  private func request(_ name: String, _ value: String?) -> Request? {
    guard let value else {
      return Argument.helpFlag.isNamed(name)
        ? .help : Argument.versionFlag.isNamed(name) ? .version : nil
    }
    let script = Argument.completionScript
    return isAtRoot && script.isNamed(name) && script.allowed.contains(value)
      ? .completionScript : nil
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
    if isHelpCommand, isAtRoot, let topic = parser.topics.first(where: { $0.name == word }) {
      self.topic = topic
    } else if command.subcommands.isEmpty || (command.action != nil && !isHelpCommand) {
      words.append(word)
    } else {
      findings.append(.unknownCommand(word))
    }
  }
}
