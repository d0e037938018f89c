/// Where a value lies inside a JSON value, such as `$.a[3].b`.
package struct JSONPath: Hashable, Sendable {
  /// One step down.
  package enum Step: Hashable, Sendable {
    case name(String)
    case index(Int)
  }

  /// The steps from the root.
  package let steps: [Step]

  /// The most steps that are shown; what lies between is left out.
  private static let shownSteps = 16
  /// The most characters of a name that are shown.
  private static let shownCharacters = 60

  package init(_ steps: [Step]) {
    self.steps = steps
  }

  /// The path of a decoder or an encoder.
  package init(_ codingPath: [any CodingKey]) {
    steps = codingPath.map { key in key.intValue.map(Step.index) ?? .name(key.stringValue) }
  }

  /// The path for messages, which a long name or many steps do not make endless.
  package var text: String {
    guard steps.count > JSONPath.shownSteps else { return "$" + JSONPath.text(steps[...]) }
    let half = JSONPath.shownSteps / 2
    return "$" + JSONPath.text(steps.prefix(half)) + "…" + JSONPath.text(steps.suffix(half))
  }

  private static func text(_ steps: ArraySlice<Step>) -> String {
    steps.map { step in
      switch step {
      case .index(let index): "[\(index)]"
      case .name(let name): isPlain(name) ? ".\(name)" : "[\(quoted(name))]"
      }
    }.joined()
  }

  private static func isPlain(_ name: String) -> Bool {
    (1...shownCharacters).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  private static func quoted(_ name: String) -> String {
    let shown = name.unicodeScalars.prefix(shownCharacters)
    let isWhole = shown.endIndex == name.endIndex
    return JSONValue.string(String(shown) + (isWhole ? "" : "…")).canonicalText
  }
}
