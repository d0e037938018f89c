extension String {
  /// The text with every character that could move the cursor, reorder its surroundings or end the
  /// line replaced, for showing stored text in a terminal.
  package var displayable: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      scalars.append(scalar.isForbiddenInNames || scalar.isBidiControl ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }
}
