/// How far a job is, in whole numbers: weighted stages of counted units.
///
/// Per cent are added exactly and rounded down once; 100 means that every unit is done.
public struct WeightedProgress: Hashable, Sendable {
  /// One part of a job.
  public struct Stage: Hashable, Sendable {
    /// Its name, such as `convert`.
    public let name: String
    /// Its share of the whole; the shares of all stages sum to 100.
    public let weight: Int
    /// How many units it has; frozen before work starts.
    public let total: Int
    /// How many are done.
    public let done: Int
    /// When they were done; `nil` for a stage that no attempt has come to.
    public let timing: StageTiming?
    /// Milliseconds that all its units take, by the last job of this kind; `nil` when there was
    /// none.
    public let measured: Int64?

    /// Creates a stage.
    public init(name: String, weight: Int, total: Int, done: Int = 0) {
      self.init(name: name, weight: weight, total: total, done: done, timing: nil, measured: nil)
    }

    package init(
      name: String, weight: Int, total: Int, done: Int, timing: StageTiming?, measured: Int64?
    ) {
      self.name = name
      self.weight = weight
      self.total = total
      self.done = done
      self.timing = timing
      self.measured = measured
    }
  }

  /// The stages in their order; empty while the units are being counted.
  public let stages: [Stage]

  /// Creates progress that is only shown.
  public init(_ stages: [Stage]) {
    self.stages = stages
  }

  /// Why stages cannot be frozen; `nil` when they can.
  public static func complaint(about stages: [Stage]) -> String? {
    if stages.isEmpty { return "A job needs at least one stage." }
    if Set(stages.map(\.name)).count != stages.count { return "Two stages have the same name." }
    if stages.contains(where: { !(1...100).contains($0.weight) }) {
      return "A stage's weight is from 1 to 100."
    }
    let sum = stages.map(\.weight).reduce(0, +)
    if sum != 100 { return "The weights of the stages sum to \(sum), not to 100." }
    if stages.contains(where: { $0.total < 0 || !(0...$0.total).contains($0.done) }) {
      return "A stage's units are not negative, and no more are done than there are."
    }
    return nil
  }

  /// Units done, of all stages.
  public var done: Int { WeightedProgress.sum(stages.map(\.done)) }
  /// Units there are, of all stages.
  public var total: Int { WeightedProgress.sum(stages.map(\.total)) }
  /// Whether every unit is done.
  public var isComplete: Bool { !stages.isEmpty && stages.allSatisfy { $0.done == $0.total } }

  /// A sum that stops at the greatest number there is.
  private static func sum(_ numbers: [Int]) -> Int {
    numbers.reduce(0) { sum, number in
      let (result, overflow) = sum.addingReportingOverflow(number)
      return overflow ? .max : result
    }
  }

  /// Whole per cent, rounded down once and never 100 before every unit is done; `nil` while the
  /// units are being counted.
  ///
  /// A stage without units counts in full.
  public var percent: Int? {
    if stages.isEmpty { return nil }
    if isComplete { return 100 }
    var whole: UInt128 = 0
    var rest = Fraction.zero
    for stage in stages {
      let weight = UInt128(max(stage.weight, 0))
      guard stage.total > 0 else {
        whole += weight
        continue
      }
      let product = weight * UInt128(max(stage.done, 0))
      let (quotient, remainder) = product.quotientAndRemainder(dividingBy: UInt128(stage.total))
      whole += quotient
      rest = rest.adding(remainder, over: UInt128(stage.total))
    }
    return Int(min(whole + rest.whole, 99))
  }

  /// A sum of proper fractions, exact as long as it fits into 128 bits and rounded down beyond.
  private struct Fraction {
    var numerator: UInt128
    var denominator: UInt128

    static let zero = Fraction(numerator: 0, denominator: 1)
    var whole: UInt128 { numerator / denominator }

    func adding(_ other: UInt128, over total: UInt128) -> Fraction {
      let common = Fraction.greatestCommonDivisor(denominator, total)
      let (left, leftOverflow) = numerator.multipliedReportingOverflow(by: total / common)
      let (right, rightOverflow) = other.multipliedReportingOverflow(by: denominator / common)
      let (bottom, bottomOverflow) = denominator.multipliedReportingOverflow(by: total / common)
      let (top, topOverflow) = left.addingReportingOverflow(right)
      if leftOverflow || rightOverflow || bottomOverflow || topOverflow {
        return Fraction(numerator: whole, denominator: 1)
      }
      return Fraction(numerator: top, denominator: bottom)
    }

    static func greatestCommonDivisor(_ left: UInt128, _ right: UInt128) -> UInt128 {
      var (left, right) = (left, right)
      while right != 0 { (left, right) = (right, left % right) }
      return left
    }
  }
}
