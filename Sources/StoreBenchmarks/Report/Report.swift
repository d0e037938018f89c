import SharedStoreReader

/// The results as a table, or as JSON for a script.
enum Report {
  static func table(_ results: [CaseResult]) -> String {
    let header = row("case", "ours", "same", "ratio", "range", "upsert", "ratio", "notes")
    return ([header] + results.map(line)).joined(separator: "\n")
  }

  private static func line(_ result: CaseResult) -> String {
    let range = result.range(to: .same).map { "\(fixed($0.0))…\(fixed($0.1))" } ?? ""
    var notes = [result.unit]
    if let share = result.minimumShare { notes.append("min/max share \(fixed(share))") }
    if let wait = result.longestWaitMilliseconds { notes.append("longest wait \(fixed(wait)) ms") }
    if let text = result.notes { notes.append(text) }
    if let busy = result.busy { notes.append("\(busy) busy") }
    return row(
      result.name, whole(result.rate(.ours)), whole(result.rate(.same)),
      fixed(result.ratio(to: .same)), range, whole(result.rate(.upsert)),
      fixed(result.ratio(to: .upsert)), notes.joined(separator: ", "))
  }

  private static func row(_ columns: String...) -> String {
    let widths = [20, 10, 10, 7, 12, 10, 7, 0]
    return zip(columns, widths).map { text, width in
      text + String(repeating: " ", count: max(width - text.count, 1))
    }.joined()
  }

  static func json(_ results: [CaseResult]) throws(BenchmarkError) -> String {
    let file = File(cases: results.map(File.Case.init))
    do throws(StoreError) {
      return try CanonicalJSON.encode(file)
    } catch {
      throw BenchmarkError(error.description)
    }
  }

  private struct File: Encodable {
    struct Case: Encodable {
      let `case`: String
      let unit: String
      let ratio: Double?
      let ours: Double?
      let limit: Double?
      let upsertRatio: Double?
      let upsertLimit: Double?
      let minimumShare: Double?
      let longestWaitMilliseconds: Double?
      let busy: Int?
      let notes: String?

      init(_ result: CaseResult) {
        `case` = result.name
        unit = result.unit
        ratio = result.ratio(to: .same)
        ours = result.rate(.ours)
        limit = result.rate(.same)
        upsertRatio = result.ratio(to: .upsert)
        upsertLimit = result.rate(.upsert)
        minimumShare = result.minimumShare
        longestWaitMilliseconds = result.longestWaitMilliseconds
        busy = result.busy
        notes = result.notes
      }
    }

    let cases: [Case]
  }

  /// A number a person can compare: small ones are not rounded away.
  private static func whole(_ value: Double?) -> String {
    guard let value else { return "" }
    return value < 10 ? fixed(value) : String(Int(value.rounded()))
  }

  private static func fixed(_ value: Double?) -> String {
    guard let value else { return "" }
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
