@_spi(_Unicode) import Swift

/// What single characters become in a text that is searched.
///
/// It remembers the last ones, since a text has few different ones: to look one up takes a hundred
/// times as long.
struct SearchMapping {
  /// What a character becomes.
  enum Target: Hashable {
    /// Nothing.
    case nothing
    /// A letter or digit.
    case letter(Unicode.Scalar)
    /// A mark, kept or left out by what bears it.
    case mark(Unicode.Scalar)
    /// What parts words, other than ASCII.
    case separator(Unicode.Scalar)
    /// Several of the others.
    case several([Target])
  }

  private static let size = 1_024

  private var remembered: [(scalar: UInt32, target: Target)] = []

  /// What a character becomes that is not ASCII.
  mutating func target(of scalar: Unicode.Scalar) -> Target {
    let place = Int(scalar.value) & (SearchMapping.size - 1)
    if remembered.isEmpty {
      remembered = Array(repeating: (0, .nothing), count: SearchMapping.size)
    }
    if remembered[place].scalar == scalar.value { return remembered[place].target }
    let target = SearchMapping.found(scalar)
    remembered[place] = (scalar.value, target)
    return target
  }

  private static func found(_ scalar: Unicode.Scalar) -> Target {
    switch scalar.value {
    // The two great blocks without case and without forms: ideographs and Hangul.
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return .letter(scalar)
    default: break
    }
    let targets = String(scalar)._nfd.flatMap { part in
      part.isWithoutEffect
        ? [] : (CompatibilityForms.all.form(of: part) ?? [part]).flatMap(\.folded)
    }.compactMap { $0.searchTarget }
    return joined(targets)
  }

  /// One target where the parts join into one character or the marks are left out.
  private static func joined(_ targets: [Target]) -> Target {
    guard targets.count > 1, case .letter(let base) = targets[0] else {
      return targets.count == 1 ? targets[0] : targets.isEmpty ? .nothing : .several(targets)
    }
    var scalars = String.UnicodeScalarView([base])
    for target in targets.dropFirst() {
      guard case .mark(let mark) = target else { return .several(targets) }
      if !mark.isOptionalMark(on: base) { scalars.append(mark) }
    }
    let composed = String(scalars)._nfc
    var iterator = composed.makeIterator()
    guard let only = iterator.next(), iterator.next() == nil else { return .several(targets) }
    return .letter(only)
  }
}

extension Unicode.Scalar {
  /// The letters without case, in full: `ß` is `ss`, and both i of Turkish are `i`.
  fileprivate var folded: [Unicode.Scalar] {
    // A mark is a mark; the iota below would become a letter.
    if isMark { return [self] }
    let small = String(self).lowercased().unicodeScalars
    return small.flatMap { String($0).uppercased().unicodeScalars }
      .flatMap { String($0).lowercased().unicodeScalars }
      .flatMap { $0.plainLetters ?? [$0] }
  }

  /// What a folded character is to a search; `nil` for one without effect.
  fileprivate var searchTarget: SearchMapping.Target? {
    if isWithoutEffect { return nil }
    if isMark || mayJoin { return .mark(self) }
    if isPartOfWord { return .letter(self) }
    return .separator(
      properties.isWhitespace || properties.generalCategory == .control ? " " : self)
  }
}
