import TestSupport
import SharedStore

/// Random actions, the same for the same seed, with equal values, hard values and tight limits
/// among them.
struct HistoryWalk {
  private var random: SeededGenerator
  let fields: [FieldName: FieldValue]
  let limits: UndoLimits
  /// Only who has begun a group can go on with it, or try to.
  private var hasBegun = false

  private static let names: [FieldName] = ["x", "y", "title", "ä"]
  private static let values: [FieldValue] = [
    .integer(0), .integer(1), .integer(.max), .real(0), .real(-0.0), .real(1), .null, .text(""),
    .text("a\0b"), .text("\u{e9}"), .text("e\u{301}"), .blob([]), .blob([0x61]),
    .text(String(repeating: "long ", count: 12)),
  ]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var fields: [FieldName: FieldValue] = [:]
    for name in HistoryWalk.names where Bool.random(using: &random) {
      fields[name] = HistoryWalk.values.randomElement(using: &random)
    }
    self.fields = fields
    limits = HistoryWalk.limits(&random)
    self.random = random
  }

  private static func limits(_ random: inout SeededGenerator) -> UndoLimits {
    UndoLimits(
      groups: [0, 1, 2, 3, 5].randomElement(using: &random) ?? 0,
      bytes: [0, 60, 150, 400].randomElement(using: &random) ?? 0,
      groupBytes: [0, 0, 60, 90, 130].randomElement(using: &random) ?? 0)
  }

  mutating func next(whileOpen isOpen: Bool) -> HistoryAction {
    let dice = Int.random(in: 0..<100, using: &random)
    if isOpen && dice < 70 { return recording(dice) }
    switch dice {
    case 0..<35: return .edit(changes(), name: name())
    case ..<58: return .undo
    case ..<78: return .redo
    case ..<88:
      hasBegun = true
      let interrupted = InterruptionPolicy.allCases.randomElement(using: &random) ?? .revert
      return .begin(name: name(), interrupted: interrupted)
    case ..<90 where hasBegun: return [.move(changes()), .nest, .end, .cancel][dice % 4]
    case ..<94: return .limits(HistoryWalk.limits(&random))
    case ..<96: return .load(loaded(), asHolder: hasBegun && Bool.random(using: &random))
    default: return .edit([], name: name())
    }
  }

  private mutating func recording(_ dice: Int) -> HistoryAction {
    switch dice {
    case 0..<40: .move(changes())
    case ..<58: .end
    case ..<63: .nest
    case ..<69: .cancel
    default: .load(loaded(), asHolder: true)
    }
  }

  private mutating func changes() -> [FieldChange] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let field = HistoryWalk.names.randomElement(using: &random) ?? "x"
      if Int.random(in: 0..<5, using: &random) == 0 { return .unset(field) }
      return .set(field, HistoryWalk.values.randomElement(using: &random) ?? .null)
    }
  }

  private mutating func loaded() -> [FieldName: FieldValue] {
    var fields: [FieldName: FieldValue] = [:]
    for change in changes() { fields[change.field] = change.value }
    return fields
  }

  private mutating func name() -> String? {
    [nil, "Drag", "Größe"].randomElement(using: &random) ?? nil
  }
}
