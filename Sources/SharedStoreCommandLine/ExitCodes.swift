import SharedStoreModel

/// The table of exit codes, as a topic of the help.
enum ExitCodes {
  static let topic = Topic("exit-codes", abstract: "What the exit codes mean.", text: text)

  private static var text: String {
    let rows = StoreError.Code.allCases.map { code in
      pad(String(code.exitStatus), 4) + pad(code.word, 20) + code.meaning
    }
    let success = pad("0", 4) + pad("", 20) + "success; also nothing to do, or unchanged"
    return (["EXIT CODES:", success] + rows).joined(separator: "\n  ")
      + "\n\nThe word is also error.code in JSON and the reason of a reading."
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }
}
