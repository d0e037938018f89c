/// One version of a record: a payload, the revision that made it, and who made it when.
public struct Snapshot<Payload: Sendable>: Sendable {
  /// The series it belongs to.
  public let kind: Kind
  /// The store revision that made this version.
  public let revision: Revision
  /// The name of the payload's type.
  public let type: String
  /// The number of the payload's format, 1 or more.
  public let format: Int
  /// The content.
  public let payload: Payload
  /// When it was written, by the writer's clock.
  public let changedAt: Timestamp
  /// The program that wrote it.
  public let writer: WriterIdentity

  /// Creates a snapshot.
  public init(
    kind: Kind, revision: Revision, type: String, format: Int, payload: Payload,
    changedAt: Timestamp, writer: WriterIdentity
  ) {
    self.kind = kind
    self.revision = revision
    self.type = type
    self.format = format
    self.payload = payload
    self.changedAt = changedAt
    self.writer = writer
  }

  /// The same record with its payload seen another way.
  /// - Parameter transform: Makes the other payload.
  /// - Returns: The record around it.
  /// - Throws: What `transform` throws.
  public func map<Other: Sendable, Failure: Error>(
    _ transform: (Payload) throws(Failure) -> Other
  ) throws(Failure) -> Snapshot<Other> {
    Snapshot<Other>(
      kind: kind, revision: revision, type: type, format: format,
      payload: try transform(payload), changedAt: changedAt, writer: writer)
  }
}

extension Snapshot: Equatable where Payload: Equatable {}
extension Snapshot: Hashable where Payload: Hashable {}

/// The program that writes: recorded with every revision and every snapshot.
public struct WriterIdentity: Hashable, Sendable {
  /// A program's name, such as `app`.
  public let program: String
  /// Its version, such as `1.2.0`.
  public let version: String

  /// Creates an identity.
  public init(program: String, version: String) {
    self.program = program
    self.version = version
  }
}
