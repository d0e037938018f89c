// So that code reads as the fields do: `["title": "Milk", "done": false, "count": 3]`.

extension FieldValue: ExpressibleByStringInterpolation {
  /// Text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension FieldValue: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension FieldValue: ExpressibleByFloatLiteral {
  /// A floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension FieldValue: ExpressibleByBooleanLiteral {
  /// The integer 1 or 0: SQLite has no class for truth.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

// No `nil`: as an optional it means no field, which is not a field without a value, `.null`.

extension FieldValue {
  /// The integer 1 or 0: SQLite has no class for truth.
  public static func bool(_ value: Bool) -> FieldValue { .integer(value ? 1 : 0) }
}
