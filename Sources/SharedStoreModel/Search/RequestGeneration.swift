/// The number of a request that was sent to a search engine.
///
/// A type of its own: an input that never became a request must not make an answer look old, and
/// the compiler refuses to compare the two.
public struct RequestGeneration: Hashable, Comparable, Sendable {
  /// The number; it only grows.
  public let number: UInt64

  /// Whether one request was sent before another.
  public static func < (left: RequestGeneration, right: RequestGeneration) -> Bool {
    left.number < right.number
  }
}

/// Which answers may be shown: those to the latest request, unless the field was cleared since.
///
/// The only way to learn a generation is to send a request, so two requests cannot share one.
///
/// ```swift
/// let generation = requests.requestSent()
/// // … later, with the answer:
/// if requests.answerReceived(generation) == .show { hits = answer }
/// ```
public struct SearchRequests: Hashable, Sendable {
  /// What to do with an answer.
  public enum AnswerAction: Hashable, Sendable {
    /// It answers what is asked now.
    case show
    /// A newer request or a cleared field has overtaken it.
    case drop
  }

  private var latest = RequestGeneration(number: 0)

  /// How many answers were dropped.
  public private(set) var droppedAnswers = 0

  /// Nothing was asked yet.
  public init() {}

  /// A request was sent; every earlier one is overtaken.
  public mutating func requestSent() -> RequestGeneration {
    latest = RequestGeneration(number: latest.number + 1)
    return latest
  }

  /// The field was cleared: no answer that is still on its way may fill the list again.
  public mutating func fieldCleared() {
    latest = RequestGeneration(number: latest.number + 1)
  }

  /// An answer, or a failure, came back.
  public mutating func answerReceived(_ generation: RequestGeneration) -> AnswerAction {
    guard generation == latest else {
      droppedAnswers += 1
      return .drop
    }
    return .show
  }
}
