/// What a case measured: medians over the rounds, and the ratio round by round.
struct CaseResult {
  let name: String
  let unit: String
  private let rates: [Contender: [Double]]
  /// The smallest writer's share of the largest one's, where there are several.
  var minimumShare: Double?
  /// The longest that any writer waited for one publish.
  var longestWaitMilliseconds: Double?
  /// What else there is to say.
  var notes: String?
  /// How often the store said busy.
  var busy: Int?

  init(_ name: String, unit: String, _ rates: [Contender: [Double]]) {
    self.name = name
    self.unit = unit
    self.rates = rates
  }

  /// The median rate of a contender.
  func rate(_ contender: Contender) -> Double? { rates[contender]?.median }

  /// The median of ours over a limit of the same round.
  func ratio(to limit: Contender) -> Double? {
    guard let ours = rates[.ours], let other = rates[limit] else { return nil }
    return zip(ours, other).map { $0 / $1 }.median
  }

  /// The smallest and the largest of those ratios.
  func range(to limit: Contender) -> (Double, Double)? {
    guard let ours = rates[.ours], let other = rates[limit] else { return nil }
    let ratios = zip(ours, other).map { $0 / $1 }
    guard let least = ratios.min(), let most = ratios.max() else { return nil }
    return (least, most)
  }
}

extension [Double] {
  /// The middle value; 0 of nothing.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = self.sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
