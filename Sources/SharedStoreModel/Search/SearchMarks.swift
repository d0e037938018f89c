extension Unicode.Scalar {
  /// Whether a mark may be left out by whoever writes the word, so that a search does not look at
  /// it: accents of Latin and Greek, points of Hebrew, vowel signs of Arabic, signs of recitation.
  ///
  /// Every other mark makes another word and is kept: vowel signs and tones of India and South-East
  /// Asia, the voicing of kana, the letters of Cyrillic that have a mark by right.
  /// - Parameter base: The letter that bears it, in small form.
  /// - Returns: Whether it may be left out.
  func isOptionalMark(on base: Unicode.Scalar) -> Bool {
    switch value {
    case 0x0300...0x036F: !base.isCyrillic || isAccent(onCyrillic: base)
    // Hamza may be left out of alef only; on the other letters that bear it, it is what is said.
    case 0x0654, 0x0655: base == "\u{0627}"
    case 0x0483...0x0489, 0x0591...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670,
      0x06D6...0x06ED, 0x0711, 0x0730...0x074A, 0x0816...0x082D, 0x0897...0x089F,
      0x08CA...0x08FF, 0x0951...0x0954, 0x1AB0...0x1AFF, 0x1CD0...0x1CFF, 0x1DC0...0x1DFF,
      0x20D0...0x20FF, 0x2DE0...0x2DFF, 0xA66F...0xA67D, 0xA69E...0xA69F, 0xA8E0...0xA8F1,
      0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// Stress, and the two points of ё; й, ї and ў are letters of their own.
  private func isAccent(onCyrillic base: Unicode.Scalar) -> Bool {
    switch value {
    case 0x0300, 0x0301: base != "\u{0433}" && base != "\u{043A}"
    case 0x0308: base == "\u{0435}"
    case 0x0340...0x0342: true
    default: false
    }
  }

  private var isCyrillic: Bool {
    switch value {
    case 0x0400...0x052F, 0x1C80...0x1C8F, 0xA640...0xA69F: true
    default: false
    }
  }

  /// Letters that are another one with a stroke, or two in one, without Unicode saying so; and the
  /// alef that is only joined to the word before.
  var plainLetters: [Unicode.Scalar]? {
    switch self {
    case "\u{0111}": ["d"]
    case "\u{0127}": ["h"]
    case "\u{0142}": ["l"]
    case "\u{00F8}": ["o"]
    case "\u{0167}": ["t"]
    case "\u{00E6}": ["a", "e"]
    case "\u{0153}": ["o", "e"]
    case "\u{0671}": ["\u{0627}"]
    default: nil
    }
  }

  /// Whether it is nothing that is read: joiners, soft hyphens, byte order marks, directions,
  /// variation selectors, fillers; and the stroke that only stretches an Arabic word.
  var isWithoutEffect: Bool {
    properties.generalCategory == .format || properties.isDefaultIgnorableCodePoint
      || self == "\u{0640}" || self == "\u{07FA}"
  }

  /// Whether it is part of a word: letters, digits, marks that are kept, and private use.
  ///
  /// What is not assigned yet counts as a letter, except where the standard has set room aside for
  /// symbols.
  var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark,
      .enclosingMark:
      true
    case .unassigned:
      !(0x2000...0x2BFF).contains(value) && !(0x1F000...0x1FFFF).contains(value)
    default: false
    }
  }

  /// Whether it may join with what stands before it into one character.
  var mayJoin: Bool {
    switch value {
    case 0x0300...0x036F, 0x0653...0x0655, 0x093C, 0x09BE, 0x09D7, 0x0B3E, 0x0B56, 0x0B57, 0x0BBE,
      0x0BD7, 0x0C56, 0x0CC2, 0x0CD5, 0x0CD6, 0x0D3E, 0x0D57, 0x0DCA, 0x0DCF, 0x0DDF, 0x102E,
      0x1160...0x11FF, 0x1B35, 0x3099, 0x309A, 0x16D63...0x16D6A:
      true
    default: value >= 0x10000 && isMark
    }
  }

  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
