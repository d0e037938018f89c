import SharedStoreCommandLine
import Testing

@Suite struct DurationTextTests {
  @Test(arguments: [
    ("0s", 0), ("1ms", 1), ("5s", 5_000), ("15m", 900_000), ("2h", 7_200_000), ("1d", 86_400_000),
    ("007s", 7_000), ("9223372036854775807ms", Int64.max),
  ])
  func aWholeNumberAndAUnitAreADuration(text: String, milliseconds: Int64) {
    #expect(DurationText.milliseconds(text) == milliseconds)
  }

  @Test(arguments: ["5", "0", ""])
  func aNumberWithoutAUnitIsRefused(text: String) {
    #expect(DurationText.milliseconds(text) == nil)
  }

  @Test(arguments: ["s", "-5s", "+5s", "1.5s", "5 s", " 5s", "5s ", "5S", "5sec", "5s5s", "٥s"])
  func anyOtherFormIsRefused(text: String) {
    #expect(DurationText.milliseconds(text) == nil)
  }

  @Test(arguments: ["9223372036854775808ms", "9223372036854776s", "106751991168d"])
  func aDurationBeyondSixtyFourBitsIsRefused(text: String) {
    #expect(DurationText.milliseconds(text) == nil)
  }
}
