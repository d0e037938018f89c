/// What a small card would show of one timeline entry: the texts, before anybody lays them out.
package struct PreviewCard: Hashable, Sendable {
  /// The kind, as a heading.
  package let heading: String
  /// The value, or in plain words why there is none.
  package let value: String
  /// Whether the value is a number, to be shown large.
  package let isNumber: Bool
  /// What is counted.
  package let title: String?
  /// From where the value comes.
  package let footer: String

  /// The card of an entry.
  /// - Parameters:
  ///   - entry: What is shown; `nil` before the first one.
  ///   - kind: The series.
  ///   - isPastEnd: Whether nothing follows the entry, so that it may be out of date.
  package init(_ entry: SnapshotEntry<StoredPayload>?, of kind: Kind, isPastEnd: Bool) {
    heading = kind.text.displayable
    switch entry?.state {
    case .value(let snapshot):
      let payload = snapshot.payload
      isNumber = payload.count != nil
      value = (payload.count.map { String($0) } ?? payload.json).displayable
      title = payload.title?.displayable
      footer = "revision \(snapshot.revision)" + (isPastEnd ? ", may be out of date" : "")
    case .unavailable(let reason):
      (isNumber, title) = (false, nil)
      value = PreviewCard.words(for: reason)
      footer = reason.word
    case nil:
      (isNumber, title) = (false, nil)
      value = "Nothing is shown yet."
      footer = "before the first entry"
    }
  }

  /// A default state in words for whoever looks at the display, not for whoever mends it.
  private static func words(for reason: StoreError.Code) -> String {
    switch reason {
    case .storeMissing: "Open the app to begin."
    case .notFound: "Nothing here yet."
    case .unreadable: "This cannot be read here."
    case .unsupportedFormat, .incompatible: "Update the app to see this."
    case .damaged: "This cannot be shown. Open the app."
    case .recoveryNeeded, .rewound: "Open the app to bring this up to date."
    default: "Not available right now."
    }
  }
}

extension String {
  /// Whether the first letter that has a direction runs from right to left (UAX #9, P2).
  package var isRightToLeft: Bool {
    for scalar in unicodeScalars {
      if scalar.isRightToLeft { return true }
      if scalar.properties.isAlphabetic { return false }
    }
    return false
  }
}

extension Unicode.Scalar {
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590..<0x0900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000, 0x1E800..<0x1F000:
      properties.isAlphabetic
    default: false
    }
  }
}
