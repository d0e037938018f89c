/// The help of one command.
struct Help {
  let parser: Parser
  let command: Command
  let path: [String]

  private var isRoot: Bool { path.count == 1 }
  private var layout: TextLayout { parser.layout }

  /// The whole text, without a line break at its end.
  var text: String {
    let sections = [
      layout.fill(TextLayout.words(command.abstract), lead: "OVERVIEW: ", indent: 0),
      layout.paragraphs(command.discussion),
      usage,
      section("ARGUMENTS", command.positionals.map(row)),
      section("OPTIONS", command.options.map(row)),
      section("COMMON OPTIONS", (parser.common + Argument.builtIn(atRoot: isRoot)).map(row)),
      section(
        "SUBCOMMANDS", command.subcommands.map { layout.row($0.name, $0.abstract) },
        hint: [path[0], "help"] + path.dropFirst() + ["<subcommand>"]),
      section(
        "TOPICS", isRoot ? parser.topics.map { layout.row($0.name, $0.abstract) } : [],
        hint: path + ["help", "<topic>"]),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var usage: String {
    let lead = "USAGE: "
    let usages = command.usages(path).enumerated().map { index, pieces in
      let start = index == 0 ? lead : String(repeating: " ", count: lead.count)
      return layout.fill(pieces, lead: start, indent: lead.count + 4)
    }
    return usages.joined(separator: "\n")
  }

  private func section(_ title: String, _ rows: [String], hint: [String] = []) -> String {
    guard !rows.isEmpty else { return "" }
    let list = (["\(title):"] + rows).joined(separator: "\n")
    return hint.isEmpty
      ? list : list + "\n\n  Run '\(hint.joined(separator: " "))' to read about one of them."
  }

  private func row(_ argument: Argument) -> String {
    var notes: [String] = []
    if !argument.allowed.isEmpty {
      notes.append("values: " + argument.allowed.joined(separator: ", "))
    }
    if let value = argument.defaultValue, !value.isEmpty { notes.append("default: \(value)") }
    let label = (argument == .helpFlag ? "-h, " : "") + argument.label
    return layout.row(
      label, argument.help + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"))
  }
}
