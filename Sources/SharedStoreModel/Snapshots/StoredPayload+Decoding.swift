extension StoredPayload {
  /// The payload as a value of any type, such as one that an older version of the app had.
  /// - Parameter type: The type of the value.
  /// - Returns: The value.
  /// - Throws: `unsupportedFormat`, with the path of the member that does not fit.
  public func decode<Value: Decodable>(_ type: Value.Type) throws(StoreError) -> Value {
    let value = try value()
    do {
      return try JSONTreeDecoder.decode(type, from: value)
    } catch {
      throw .otherShape(error)
    }
  }

  /// The payload as its type's own value: migrated if its format is older than the type reads, and
  /// completed with the type's defaults.
  /// - Parameter type: The type of the value.
  /// - Returns: The value.
  /// - Throws: `unsupportedFormat` for another type, for a newer format, for an older one that the
  ///   type does not know, and for content that does not fit, with its path.
  public func decode<Payload: SnapshotPayload>(
    _ type: Payload.Type
  ) throws(StoreError) -> Payload {
    // JSON without a type has no format of the type's either: its content alone decides.
    if self.type != StoredPayload.untyped {
      guard self.type == Payload.typeName else {
        throw .otherType(self.type, wanted: Payload.typeName)
      }
      guard format <= Payload.format else { throw .newerFormat(format, known: Payload.format) }
      // Its own format is always its own, whatever the type says of older ones.
      if format < min(Payload.oldestReadableFormat, Payload.format) { return try migrated(type) }
    }
    return try completed(type)
  }

  private func migrated<Payload: SnapshotPayload>(
    _ type: Payload.Type
  ) throws(StoreError) -> Payload {
    do {
      return try Payload.migrate(self)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .otherShape(error)
    }
  }

  private func completed<Payload: SnapshotPayload>(
    _ type: Payload.Type
  ) throws(StoreError) -> Payload {
    let value = try value()
    do {
      return try JSONTreeDecoder.decode(type, from: value)
    } catch {
      guard let defaults = Payload.defaults else { throw .otherShape(error) }
      do {
        return try JSONTreeDecoder.decode(
          type, from: value, defaults: JSONTreeEncoder.encode(defaults))
      } catch {
        throw .otherShape(error)
      }
    }
  }

  private func value() throws(StoreError) -> JSONValue {
    do throws(JSONError) {
      return try JSONScanner.scan(Array(json.utf8))
    } catch {
      throw StoreError(.damaged, "The record's payload is not JSON: \(error).")
    }
  }
}

extension StoredPayload {
  /// Checks that a payload may take the place of a record.
  ///
  /// Readers of the record's type could not read it any more, so another type is no accident that
  /// goes unnoticed. JSON without a type promises readers nothing, and may be replaced by any.
  /// - Parameters:
  ///   - storedType: The name of the record's type.
  ///   - replacingType: Whether another type is meant.
  /// - Throws: `conflict` for another type that is not meant.
  package func checkType(replacing storedType: String, replacingType: Bool) throws(StoreError) {
    let isSame = storedType == type || storedType == StoredPayload.untyped
    guard isSame || replacingType else { throw .typeConflict(storedType, new: type) }
  }
}

extension StoreError {
  package static func otherType(_ type: String, wanted: String) -> StoreError {
    StoreError(.unsupportedFormat, "The record is of type '\(type)', not of type '\(wanted)'.")
  }

  static func newerFormat(_ format: Int, known: Int) -> StoreError {
    StoreError(
      .unsupportedFormat, "The record has format \(format); this version knows format \(known).",
      hint: "Update the program that reads it.")
  }

  static func olderFormat(_ format: Int, known: Int) -> StoreError {
    StoreError(
      .unsupportedFormat,
      "The record has format \(format), which is older than format \(known) of its type.",
      hint: "Declare oldestReadableFormat, or give the payload type migrate(_:).")
  }

  static func typeConflict(_ stored: String, new: String) -> StoreError {
    StoreError(
      .conflict,
      "The record of that kind is of type '\(stored)', not of type '\(new)'; nothing was changed.",
      hint: "Publish it under another kind, or say that its type is to be replaced.")
  }

  /// Why content does not fit a type: the path and what is wrong there, never the content.
  package static func otherShape(_ error: any Error) -> StoreError {
    guard let error = error as? DecodingError else {
      return StoreError(.unsupportedFormat, "The record does not fit its type's own coding.")
    }
    let (context, problem): (DecodingError.Context, String)
    var keys: [any CodingKey] = []
    switch error {
    case .keyNotFound(let key, let found): (context, problem, keys) = (found, "is missing", [key])
    case .valueNotFound(_, let found): (context, problem) = (found, "has no value")
    case .typeMismatch(_, let found): (context, problem) = (found, "is of another type")
    case .dataCorrupted(let found): (context, problem) = (found, "is not a value of its type")
    @unknown default: return StoreError(.unsupportedFormat, "The record does not fit its type.")
    }
    let path = JSONPath(context.codingPath + keys).text
    return StoreError(
      .unsupportedFormat, "The record does not fit this reader: \(path) \(problem).",
      hint: keys.isEmpty ? nil : "Give the payload type defaults for the members it gained.")
  }
}
