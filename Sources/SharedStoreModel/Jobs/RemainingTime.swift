/// When the units of a stage were done: what its rate is told from.
public struct StageTiming: Hashable, Sendable {
  /// When the current attempt came to the stage.
  public let begunAt: Timestamp
  /// How many of its units were done then; they do not count as fast ones.
  public let begunDone: Int
  /// When a unit was last counted.
  public let countedAt: Timestamp

  package init(begunAt: Timestamp, begunDone: Int, countedAt: Timestamp) {
    self.begunAt = begunAt
    self.begunDone = begunDone
    self.countedAt = countedAt
  }
}

/// How long a job is going to take, from now on.
public struct RemainingTime: Hashable, Sendable {
  /// Milliseconds until the stage at work is done, by its own rate.
  public let stage: Int64
  /// Milliseconds until the job is done; `nil` unless each stage that is left was measured when a
  /// job of this kind ran before.
  ///
  /// A unit of one stage says nothing about those of another.
  public let job: Int64?

  package init(stage: Int64, job: Int64?) {
    self.stage = stage
    self.job = job
  }
}

extension WeightedProgress {
  /// The stage at work: the first one that is not done; `nil` when all are, or none is frozen.
  public var current: Stage? { stages.first { $0.done < $0.total } }

  /// The time that is left; `nil` before the stage at work has shown a rate of its own: two units
  /// and a second.
  package func remaining(now: Timestamp) -> RemainingTime? {
    guard let place = stages.firstIndex(where: { $0.done < $0.total }),
      let stage = stages[place].remaining(now: now)
    else { return nil }
    var whole: Int64? = stage
    for later in stages[(place + 1)...] where later.total > 0 {
      whole = whole.flatMap { sum in
        later.measured.flatMap { time in
          let (sum, overflow) = sum.addingReportingOverflow(time)
          return overflow ? nil : sum
        }
      }
    }
    return RemainingTime(stage: stage, job: whole)
  }
}

extension WeightedProgress.Stage {
  /// Units in a second, in the current attempt; `nil` before there are two and a second.
  public func unitsPerSecond(now: Timestamp) -> Double? {
    pace(now: now).map { Double($0.units) * 1_000 / Double(max($0.milliseconds, 1)) }
  }

  /// The time in which the current attempt has done units of the stage.
  private func pace(now: Timestamp) -> (units: Int64, milliseconds: Int64)? {
    guard let timing else { return nil }
    let units = Int64(clamping: done - timing.begunDone)
    let milliseconds = timing.countedAt.milliseconds - timing.begunAt.milliseconds
    let elapsed = now.milliseconds - timing.begunAt.milliseconds
    // A clock that was set back says nothing.
    guard units >= 2, elapsed >= 1_000, milliseconds >= 0, elapsed >= milliseconds else {
      return nil
    }
    return (units, milliseconds)
  }

  /// Milliseconds until the stage is done; as ``WeightedProgress/remaining(now:)``.
  ///
  /// A unit at work that takes longer than those before makes all that are left seem slower, and is
  /// expected to take as long again as half of what it has taken.
  fileprivate func remaining(now: Timestamp) -> Int64? {
    guard let timing, let pace = pace(now: now) else { return nil }
    let open = Double(now.milliseconds - timing.countedAt.milliseconds)
    let each = Double(pace.milliseconds) / Double(pace.units)
    let slowed = (Double(pace.milliseconds) + open) / Double(pace.units + 1)
    let rest = Double(total - done - 1) * max(each, slowed) + max(each - open, each / 2, open / 2)
    return Int64(exactly: rest.rounded())
  }
}
