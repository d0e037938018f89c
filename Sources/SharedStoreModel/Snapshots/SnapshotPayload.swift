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
public protocol SnapshotPayload: Codable, Sendable {
  /// The series these values belong to.
  static var kind: Kind { get }
  /// The number of the format, 1 or more. Raise it when an older reader would misread a value;
  /// such a reader then reports `unsupported-format` (contract R5).
  static var format: Int { get }
  /// The name stored beside the payload; a reader of another type refuses it. By default the
  /// kind's text, so a renamed Swift type stays readable.
  static var typeName: String { get }
  /// A value whose fields stand in for those that an older record lacks, or `nil` when every field
  /// has been there from the start.
  static var defaults: Self? { get }
}

extension SnapshotPayload {
  /// The kind's text.
  public static var typeName: String { kind.text }
  /// No field was ever added.
  public static var defaults: Self? { nil }
}
