/// A day of the Gregorian calendar, also before that calendar began.
///
/// This is arithmetic instead of Foundation's calendar, because that costs a tool which prints four
/// dates a tenth of its start.
struct CivilDate: Equatable {
  let year: Int
  let month: Int
  let day: Int

  private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

  /// A day by its numbers; `nil` for one that no calendar has.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1 else { return nil }
    let length =
      CivilDate.days(before: month + 1, of: year) - CivilDate.days(before: month, of: year)
    guard day <= length else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that lies so many days after 1970-01-01.
  init(daysSince1970 days: Int) {
    // 400 years have 146 097 days, so the quotient is right to a year.
    var year = 1_970 + days * 400 / 146_097
    while CivilDate.days(beforeYear: year) > days { year -= 1 }
    while CivilDate.days(beforeYear: year + 1) <= days { year += 1 }
    let dayOfYear = days - CivilDate.days(beforeYear: year)
    // No month is longer than 31 days, so this one or the next it is.
    var month = dayOfYear / 31 + 1
    if CivilDate.days(before: month + 1, of: year) <= dayOfYear { month += 1 }
    (self.year, self.month) = (year, month)
    day = dayOfYear - CivilDate.days(before: month, of: year) + 1
  }

  /// The days from 1970-01-01 to this one.
  var daysSince1970: Int {
    CivilDate.days(beforeYear: year) + CivilDate.days(before: month, of: year) + day - 1
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The days of a year before a month from 1 to 13.
  private static func days(before month: Int, of year: Int) -> Int {
    daysBeforeMonth[month - 1] + (month > 2 && isLeap(year) ? 1 : 0)
  }

  /// The days from 1970-01-01 to the first day of a year from 0 on.
  private static func days(beforeYear year: Int) -> Int {
    365 * (year - 1_970) + leapYears(before: year) - leapYears(before: 1_970)
  }

  /// The leap years from the year 0, which is one, up to a year.
  private static func leapYears(before year: Int) -> Int {
    (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
  }
}
