extension SearchDebounce {
  /// Why a time was refused; a refused call changes nothing.
  public enum TimeRefusal: Error, Hashable, Sendable {
    /// The time lies before the origin.
    case negative(Int64)
    /// The time lies before that of an earlier call.
    case backwards(Int64, last: Int64)
    /// The deadline would lie past the last time there is.
    case tooLate(Int64, delay: SearchDelay)
  }
}

extension SearchDebounce.TimeRefusal: CustomStringConvertible {
  /// A whole sentence.
  public var description: String {
    switch self {
    case .negative(let time):
      "The time \(time) ms is negative."
    case .backwards(let time, let last):
      "The time went backwards, from \(last) ms to \(time) ms."
    case .tooLate(let time, let delay):
      "The time \(time) ms is too late to wait \(delay.milliseconds) ms."
    }
  }
}
