/// A type whose values are published as snapshots.
///
/// ```swift
/// struct Todo: SnapshotPayload {
///   static let kind: Kind = "todo"
///   static let format = 1
///   var open: Int
///   var title: String
/// }
/// ```
///
/// Values are stored as JSON and come back equal: a `Date` to its last bit, a `Decimal` with all
/// its digits, a `Set` or a dictionary whatever order it has in this process. What JSON cannot say,
/// such as an infinite number, or could not be read again, such as more than 128 levels, is refused
/// when it is published, with the path of the member.
///
/// Publishing a value changes nothing if the same JSON is stored already. A type with a collection
/// of its own that keeps no order should be `Equatable` as well: JSON that differs in the order of
/// arrays alone is then compared with `==`.
public protocol SnapshotPayload: Codable, Sendable {
  /// The series these values belong to.
  static var kind: Kind { get }
  /// The number of the format, 1 or more. Raise it when an older reader would misread a value;
  /// such a reader then reports `unsupported-format`.
  static var format: Int { get }
  /// The oldest format whose records are read as if they were of this one; those before it go
  /// through ``migrate(_:)``. By default ``format``, so that a record whose meaning has changed is
  /// never taken for one of today.
  static var oldestReadableFormat: Int { get }
  /// The name stored beside the payload; a reader of another type refuses it. By default the
  /// kind's text, so a renamed Swift type stays readable.
  static var typeName: String { get }
  /// A value whose members stand in for those that an older record lacks, at any depth of objects,
  /// or `nil` when every member has been there from the start.
  ///
  /// It is used only if a record cannot be read without, so that an optional member that was `nil`
  /// stays so. The elements of an array and the entries of a dictionary have no such value.
  static var defaults: Self? { get }

  /// A value from a record of a format before ``oldestReadableFormat``.
  ///
  /// ```swift
  /// static func migrate(_ stored: StoredPayload) throws -> Todo {
  ///   let old = try stored.decode(FirstTodo.self)
  ///   return Todo(open: old.items.count, title: old.name)
  /// }
  /// ```
  /// - Parameter stored: The record, with the number of its format.
  /// - Returns: The value it stands for now.
  /// - Throws: A reason why there is none; by default `unsupportedFormat`.
  static func migrate(_ stored: StoredPayload) throws -> Self
}

extension SnapshotPayload {
  /// The kind's text.
  public static var typeName: String { kind.text }
  /// The format itself: no older one has the same meaning.
  public static var oldestReadableFormat: Int { format }
  /// No member was ever added.
  public static var defaults: Self? { nil }

  /// No older format is understood.
  /// - Throws: `unsupportedFormat`.
  public static func migrate(_ stored: StoredPayload) throws -> Self {
    throw StoreError.olderFormat(stored.format, known: format)
  }
}
