package import SharedStoreModel

/// From Swift values to stored payloads and back.
package enum PayloadCoding {
  /// A typed value as the store holds it.
  /// - Throws: `badInput` when the value cannot be written as JSON, or its type has a name or a
  ///   format that cannot be stored.
  package static func stored<Payload: SnapshotPayload>(
    _ payload: Payload
  ) throws(StoreError) -> StoredPayload {
    if let count = payload as? CountSnapshot { return try stored(count) }
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

  /// A record as a typed value.
  /// - Throws: As ``StoredPayload/decode(_:)-swift.method``; `unsupportedFormat` for JSON without
  ///   a type that is read as a count, since it has no count's columns.
  package static func typed<Payload: SnapshotPayload>(
    _ snapshot: Snapshot<StoredPayload>, as type: Payload.Type
  ) throws(StoreError) -> Payload {
    if Payload.self == CountSnapshot.self, let count = try count(snapshot) as? Payload {
      return count
    }
    return try snapshot.payload.decode(type)
  }

  /// A record as a count.
  /// - Throws: `unsupportedFormat` for another type.
  package static func count(
    _ snapshot: Snapshot<StoredPayload>
  ) throws(StoreError) -> CountSnapshot {
    guard snapshot.type == CountSnapshot.typeName, let count = snapshot.payload.count else {
      throw .otherType(snapshot.type, wanted: CountSnapshot.typeName)
    }
    return CountSnapshot(
      count: count, title: snapshot.payload.title, updatedAt: snapshot.changedAt)
  }

  /// Whether publishing a value would change nothing, since a record of it is stored already.
  ///
  /// The same bytes always are the same value. So are values of an `Equatable` type that are equal
  /// and whose JSON differs in the order of arrays alone, as that of a collection without an order
  /// of its own may. Equality by itself does not decide: a type may leave members out of it, and
  /// text is equal to Swift whose characters are composed in another way.
  /// - Parameters:
  ///   - stored: The record that is there.
  ///   - payload: The value that is to be published.
  ///   - new: That value as the store would hold it.
  /// - Returns: Whether they are the same value.
  package static func isSame<Payload: SnapshotPayload>(
    _ stored: StoredPayload, as payload: Payload, storedAs new: StoredPayload
  ) -> Bool {
    if stored == new { return true }
    // Another order has the same length, so most changes are found out by looking at that.
    guard let payload = payload as? any Equatable, stored.format == new.format,
      stored.type.utf8.elementsEqual(new.type.utf8),
      stored.json.utf8.count == new.json.utf8.count,
      let old = CanonicalJSON.decode(JSONValue.self, from: stored.json),
      let value = CanonicalJSON.decode(JSONValue.self, from: new.json),
      old.withArraysSorted == value.withArraysSorted,
      let decoded = CanonicalJSON.decode(Payload.self, from: stored.json)
    else { return false }
    return payload.isEqual(to: decoded)
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
