/// What an edit does to one field.
public struct FieldChange: Hashable, Sendable {
  /// The field.
  public let field: FieldName
  /// Its new value; `nil`: the field goes.
  public let value: FieldValue?

  /// Sets a field.
  public static func set(_ field: FieldName, _ value: FieldValue) -> FieldChange {
    FieldChange(field: field, value: value)
  }

  /// Removes a field.
  public static func unset(_ field: FieldName) -> FieldChange {
    FieldChange(field: field, value: nil)
  }

  package init(field: FieldName, value: FieldValue?) {
    self.field = field
    self.value = value
  }
}

/// What a group did to one field, net: the first value before and the last one after.
public struct FieldOperation: Hashable, Sendable {
  /// The value before the group; `nil`: there was no field.
  public let before: FieldValue?
  /// The value after the group; `nil`: there is no field.
  public let after: FieldValue?

  /// The operation, or `nil` when it would change nothing: an equal value leaves no trace in
  /// history and leaves what can be redone as it is.
  public init?(before: FieldValue?, after: FieldValue?) {
    guard before != after else { return nil }
    self.before = before
    self.after = after
  }

  /// This operation and a later one on the same field as one; `nil` when together they change
  /// nothing.
  public func followed(by value: FieldValue?) -> FieldOperation? {
    FieldOperation(before: before, after: value)
  }

  /// How many bytes the operation counts for: field, both values, and 16 for itself.
  public func bytes(field: FieldName) -> Int {
    field.text.utf8.count + (before?.bytes ?? 0) + (after?.bytes ?? 0) + 16
  }

  /// How many bytes a group of this name counts for before any operation.
  public static func groupBytes(name: String?) -> Int { (name?.utf8.count ?? 0) + 32 }
}
