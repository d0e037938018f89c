package import SharedStoreModel

/// From Swift values to stored payloads and back (contract R5).
package enum PayloadCoding {
  /// A typed value as the store holds it.
  /// - Throws: `badInput` when the value cannot be written as JSON, or its type has a name or a
  ///   format that cannot be stored.
  package static func stored<Payload: SnapshotPayload>(
    _ payload: Payload
  ) throws(StoreError) -> StoredPayload {
    let (name, format) = (Payload.typeName, Payload.format)
    guard ![CountSnapshot.typeName, StoredPayload.untyped, ""].contains(name) else {
      throw StoreError(
        .badInput, "The type name '\(name)' is reserved; nothing was changed.",
        hint: "Give the payload type a typeName of its own.")
    }
    guard format > 0 else {
      throw StoreError(.badInput, "A payload's format begins at 1, not \(format).")
    }
    return StoredPayload(type: name, format: format, json: try CanonicalJSON.encode(payload))
  }

  /// A count as the store holds it: columns beside its payload.
  package static func stored(_ count: CountSnapshot) throws(StoreError) -> StoredPayload {
    let json = if let plain = plainJSON(count) { plain } else { try CanonicalJSON.encode(count) }
    return StoredPayload(
      type: CountSnapshot.typeName, format: CountSnapshot.format, json: json, count: count.count,
      title: count.title)
  }

  /// What the encoder would write of a count whose title needs no escapes; `nil` for any other.
  ///
  /// Counts are what is published most, and the encoder costs as much as several of the statements.
  private static func plainJSON(_ count: CountSnapshot) -> String? {
    guard let title = count.title else { return "{\"count\":\(count.count)}" }
    let isPlain = title.utf8.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    return isPlain ? "{\"count\":\(count.count),\"title\":\"\(title)\"}" : nil
  }

  /// A stored payload as a typed value.
  ///
  /// Fields that an older record lacks come from the type's defaults.
  /// - Throws: `unsupportedFormat` for another type, a newer format, or a record without the
  ///   fields the type needs.
  package static func typed<Payload: SnapshotPayload>(
    _ stored: StoredPayload, as type: Payload.Type
  ) throws(StoreError) -> Payload {
    guard stored.type == Payload.typeName || stored.type == StoredPayload.untyped else {
      throw .otherType
    }
    guard stored.format <= Payload.format else {
      throw .unsupportedFormat(stored.format, known: Payload.format)
    }
    if let payload = CanonicalJSON.decode(type, from: stored.json) { return payload }
    guard let completed = completed(stored, with: Payload.defaults),
      let payload = CanonicalJSON.decode(type, from: completed)
    else { throw .missingFields }
    return payload
  }

  /// A stored payload as a count.
  /// - Throws: `unsupportedFormat` for another type.
  package static func count(
    _ snapshot: Snapshot<StoredPayload>
  ) throws(StoreError) -> CountSnapshot {
    guard snapshot.type == CountSnapshot.typeName, let count = snapshot.payload.count else {
      throw .otherType
    }
    return CountSnapshot(
      count: count, title: snapshot.payload.title, updatedAt: snapshot.changedAt)
  }

  private static func completed(
    _ stored: StoredPayload, with defaults: (some SnapshotPayload)?
  ) -> String? {
    guard let defaults, let json = try? CanonicalJSON.encode(defaults),
      let missing = CanonicalJSON.decode(JSONValue.self, from: json)?.members,
      let present = CanonicalJSON.decode(JSONValue.self, from: stored.json)?.members
    else { return nil }
    return try? CanonicalJSON.encode(present.merging(missing) { present, _ in present })
  }
}

extension StoreError {
  static let otherType = StoreError(
    .unsupportedFormat, "The record is of another type than the one that was asked for.",
    hint: "'snapshot KIND --json' shows its type.")

  static let missingFields = StoreError(
    .unsupportedFormat, "The record lacks fields that this reader needs.",
    hint: "Give the payload type defaults for the fields it gained.")
}
