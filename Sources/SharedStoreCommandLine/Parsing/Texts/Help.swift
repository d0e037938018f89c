/// The help of one command.
struct Help {
  let command: Command
  let path: [String]
  let common: [Argument]
  let topics: [(name: String, abstract: String)]
  let layout: TextLayout

  private var isRoot: Bool { path.count == 1 }

  /// The whole text, without a line break at its end.
  var text: String {
    let sections = [
      layout.fill(TextLayout.words(command.abstract), lead: "OVERVIEW: ", indent: 0),
      layout.paragraphs(command.discussion),
      usage,
      section("ARGUMENTS", command.positionals.map(row)),
      section("OPTIONS", command.options.map(row)),
      section("COMMON OPTIONS", (common + builtIn).map(row)),
      subcommands,
      isRoot ? topicList : "",
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The completion script is about the tool as a whole, so only the root mentions it.
  private var builtIn: [Argument] {
    isRoot ? Argument.builtIn : [.versionFlag, .helpFlag]
  }

  private var usage: String {
    let lead = "USAGE: "
    let usages = command.usages(path).enumerated().map { index, pieces in
      let start = index == 0 ? lead : String(repeating: " ", count: lead.count)
      return layout.fill(pieces, lead: start, indent: lead.count + 4)
    }
    return usages.joined(separator: "\n")
  }

  private var subcommands: String {
    let rows = command.subcommands.map { layout.row($0.name, $0.abstract) }
    let words = [path[0], "help"] + path.dropFirst() + ["<subcommand>"]
    return section("SUBCOMMANDS", rows, hint: words)
  }

  private var topicList: String {
    let rows = topics.map { layout.row($0.name, $0.abstract) }
    return section("TOPICS", rows, hint: path + ["help", "<topic>"])
  }

  private func section(_ title: String, _ rows: [String], hint: [String] = []) -> String {
    guard !rows.isEmpty else { return "" }
    let list = (["\(title):"] + rows).joined(separator: "\n")
    return hint.isEmpty
      ? list : list + "\n\n  Run '\(hint.joined(separator: " "))' to read about one of them."
  }

  private func row(_ argument: Argument) -> String {
    let label = (argument.short.map { "-\($0), " } ?? "") + argument.label
    return layout.row(label, argument.help + notes(argument))
  }

  private func notes(_ argument: Argument) -> String {
    var notes: [String] = []
    if !argument.allowed.isEmpty {
      notes.append("values: " + argument.allowed.joined(separator: ", "))
    }
    if let value = argument.defaultValue, !value.isEmpty { notes.append("default: \(value)") }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
  }
}
