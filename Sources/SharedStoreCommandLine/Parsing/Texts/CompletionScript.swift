/// The script that lets bash, 3.2 or newer, complete the commands of a tool.
///
/// It holds one flat list of words for each command. So it asks nothing of the tool while a
/// person is typing, and a reader can follow it. Where it knows no word, as for the value of an
/// option that allows any, bash completes the names of files.
package struct CompletionScript {
  private let parser: Parser

  /// The script of the tool that a parser reads the command line of.
  package init(_ parser: Parser) { self.parser = parser }

  private var tool: String { parser.root.name }

  /// Functions share one namespace in a shell, so the name says whose it is and what for.
  private var function: String {
    "_" + String(tool.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }) + "_complete"
  }

  /// The script, without a line break at its end.
  package var text: String {
    """
    # Completes the commands of \(tool) in bash. To load it:
    #   source <(\(tool) --generate-completion-script bash)
    \(function)() {
      local current=${COMP_WORDS[COMP_CWORD]} path=\(quoted(tool)) descend=1 option= word i
      local -a words=()
      COMPREPLY=()
    \(walk)
      # An equals sign is a word of its own.
      if [[ $current == '=' ]]; then current=; fi
      case $option in
    \(wordCases.joined(separator: "\n"))
      esac
      for word in "${words[@]}"; do
        # Names of options are only in the way until a dash asks for them.
        if [[ $word == -* && $current != -* ]]; then continue; fi
        if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
      done
    }
    complete -o default -F \(function) \(quoted(tool))
    """
  }

  /// Follows the words before the cursor as the parser does: to a command, or to an option that
  /// waits for its value.
  private var walk: String {
    """
      for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == '=' ]]; then continue; fi
        if [[ -n $option ]]; then option=; continue; fi
        case $word in
          --) return ;;
          \(valuePattern)) option=$word ;;
          -*) ;;
          *)
            if [[ -z $descend ]]; then continue; fi
            case "$path $word" in
    \(descents.joined(separator: "\n"))
              *) descend= ;;
            esac
            ;;
        esac
      done
    """
  }

  private var valuePattern: String {
    let names = parser.options.filter { $0.kind == .option }.map { "--" + $0.name }
    return Set(names).sorted().map(quoted).joined(separator: "|")
  }

  /// `help` takes the same words as the root, and the topics besides.
  private var descents: [String] {
    let help = arm([tool, "help"], "words=(\(list(parser.topics.map { $0.name })))")
    let deeper = parser.root.tree().dropFirst().map { path, _ in
      arm(path, "path=\"$path $word\" words=()")
    }
    return ([help] + deeper).map { "          " + $0 }
  }

  /// Where no option waits, the words of the command; else the values of the option.
  private var wordCases: [String] {
    let commands = parser.root.tree().map { path, command in
      "        " + arm(path, "words+=(\(list(words(command, isRoot: path.count == 1))))")
    }
    let values = valuesByName.sorted { $0.key < $1.key }.map { name, values in
      "    \(quoted(name))) words=(\(list(values))) ;;"
    }
    return ["    '')", "      case $path in"] + commands + ["      esac", "      ;;"] + values
  }

  private func words(_ command: Command, isRoot: Bool) -> [String] {
    let options = command.options + parser.common + Argument.builtIn(atRoot: isRoot)
    return command.subcommands.map { $0.name } + (isRoot ? ["help"] : [])
      + command.positionals.flatMap { $0.allowed } + options.map { "--" + $0.name } + ["-h"]
  }

  /// An option of one name may allow other values in another command; the script offers all, as
  /// the option may stand before the command that would decide.
  private var valuesByName: [String: [String]] {
    parser.options.reduce(into: [:]) { result, option in
      let known = result["--" + option.name] ?? []
      let values = known + option.allowed.filter { !known.contains($0) }
      if !values.isEmpty { result["--" + option.name] = values }
    }
  }

  private func arm(_ path: [String], _ body: String) -> String {
    "\(quoted(path.joined(separator: " ")))) \(body) ;;"
  }

  private func list(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// Names are used bare; anything else in single quotes, where a shell expands nothing.
  private func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    guard word.isEmpty || !plain else { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
