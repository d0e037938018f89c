import Foundation
import SharedStoreCommandLine
import Testing

@Suite struct CompletionScriptTests {
  private static let mode = Argument.option(
    "mode", value: "mode", help: "", allowed: ["fast", "it's $HOME"])
  private static let slowMode = Argument.option(
    "mode", value: "mode", help: "", allowed: ["slow", "fast"])
  private static let side = Argument.positional("side", help: "", allowed: ["left", "right"])
  private static let parser = Parser(
    root: Command(
      "my-tool", abstract: "",
      subcommands: [
        Command(
          "job", abstract: "",
          subcommands: [
            Command("run", abstract: "", arguments: [mode], action: .nothing),
            Command("turn", abstract: "", arguments: [side, slowMode], action: .nothing),
          ])
      ]),
    common: [], topics: [Topic("colors", abstract: "", text: "")])

  /// Asks a real bash for what it would offer for the last of the words.
  private func completions(_ words: String...) throws -> [String] {
    let script = FileManager.default.temporaryDirectory
      .appending(path: "completion-\(UUID().uuidString).bash")
    try Data(CompletionScript(Self.parser).text.utf8).write(to: script)
    defer { try? FileManager.default.removeItem(at: script) }
    let bash = Process()
    let output = Pipe()
    bash.executableURL = URL(filePath: "/bin/bash")
    bash.arguments = [
      "-c",
      #"""
      source "$0" || exit
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _my_tool_complete
      printf '%s\n' "${COMPREPLY[@]}"
      """#, script.path(percentEncoded: false), "my-tool",
    ]
    bash.arguments? += words
    bash.standardOutput = output
    bash.standardError = output
    try bash.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    bash.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func theScriptListsTheWordsOfEveryCommand() {
    let shared = "--version --help -h"
    #expect(
      CompletionScript(Self.parser).text == """
        # Completes the commands of my-tool in bash. To load it:
        #   source <(my-tool --generate-completion-script bash)
        _my_tool_complete() {
          local current=${COMP_WORDS[COMP_CWORD]} path=my-tool descend=1 option= word i
          local -a words=()
          COMPREPLY=()
          for ((i = 1; i < COMP_CWORD; i++)); do
            word=${COMP_WORDS[i]}
            if [[ $word == '=' ]]; then continue; fi
            if [[ -n $option ]]; then option=; continue; fi
            case $word in
              --) return ;;
              --generate-completion-script|--mode) option=$word ;;
              -*) ;;
              *)
                if [[ -z $descend ]]; then continue; fi
                case "$path $word" in
                  'my-tool help') words=(colors) ;;
                  'my-tool job') path="$path $word" words=() ;;
                  'my-tool job run') path="$path $word" words=() ;;
                  'my-tool job turn') path="$path $word" words=() ;;
                  *) descend= ;;
                esac
                ;;
            esac
          done
          # An equals sign is a word of its own.
          if [[ $current == '=' ]]; then current=; fi
          case $option in
            '')
              case $path in
                my-tool) words+=(job help --generate-completion-script \(shared)) ;;
                'my-tool job') words+=(run turn \(shared)) ;;
                'my-tool job run') words+=(--mode \(shared)) ;;
                'my-tool job turn') words+=(left right --mode \(shared)) ;;
              esac
              ;;
            --generate-completion-script) words=(bash) ;;
            --mode) words=(fast 'it'\\''s $HOME' slow) ;;
          esac
          for word in "${words[@]}"; do
            # Names of options are only in the way until a dash asks for them.
            if [[ $word == -* && $current != -* ]]; then continue; fi
            if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
          done
        }
        complete -o default -F _my_tool_complete my-tool
        """)
  }

  @Test func bashCompletesCommands() throws {
    #expect(try completions("") == ["job", "help"])
    #expect(try completions("j") == ["job"])
    #expect(try completions("job", "") == ["run", "turn"])
    #expect(try completions("job", "t") == ["turn"])
    #expect(try completions("--mode", "run", "job", "") == ["run", "turn"])
  }

  @Test func bashCompletesOptionsOnceADashIsTyped() throws {
    let shared = ["--version", "--help"]
    #expect(try completions("job", "run", "").isEmpty)
    #expect(try completions("job", "run", "--") == ["--mode"] + shared)
    #expect(try completions("job", "run", "--m") == ["--mode"])
    #expect(try completions("job", "--m").isEmpty)
    #expect(try completions("--") == ["--generate-completion-script"] + shared)
  }

  @Test func bashCompletesAllowedValues() throws {
    #expect(try completions("job", "run", "--mode", "") == ["fast", "it's $HOME", "slow"])
    #expect(try completions("job", "run", "--mode", "f") == ["fast"])
    #expect(try completions("job", "run", "--mode", "=") == ["fast", "it's $HOME", "slow"])
    #expect(try completions("job", "run", "--mode", "=", "i") == ["it's $HOME"])
    #expect(try completions("job", "turn", "") == ["left", "right"])
    #expect(try completions("--generate-completion-script", "") == ["bash"])
  }

  @Test func bashCompletesTheHelpCommand() throws {
    #expect(try completions("help", "") == ["colors", "job", "help"])
    #expect(try completions("help", "job", "") == ["run", "turn"])
  }

  @Test func bashCompletesNoWordsAfterTheTerminatorOrAPositional() throws {
    #expect(try completions("--", "j").isEmpty)
    #expect(try completions("job", "nothing", "run", "--m").isEmpty)
  }
}
