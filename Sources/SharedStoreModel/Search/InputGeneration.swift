/// The number of an input to a search field; each one, blank or not, has its own.
///
/// A wait carries the generation of the input it was begun for, so a wake-up that a newer input has
/// overtaken can be told apart. It says nothing about requests: see ``RequestGeneration``.
public struct InputGeneration: Hashable, Comparable, Sendable {
  /// How many inputs there have been.
  public let number: UInt64

  /// Before the first input.
  public static let none = InputGeneration(number: 0)

  /// The generation of the next input.
  var next: InputGeneration { InputGeneration(number: number + 1) }

  /// Whether one input came before another.
  public static func < (left: InputGeneration, right: InputGeneration) -> Bool {
    left.number < right.number
  }
}
