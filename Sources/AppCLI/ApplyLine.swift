import SharedStore
import SharedStoreCommandLine

/// One change of `apply`.
struct ApplyLine: Sendable {
  /// Makes the change.
  let apply: @Sendable (borrowing WriteTransaction) throws(StoreError) -> Void
  /// The fields of the line that are numbers and are kept as text.
  private(set) var numbersAsText: [FieldName] = []

  init(_ apply: @escaping @Sendable (borrowing WriteTransaction) throws(StoreError) -> Void) {
    self.apply = apply
  }

  /// Parses a line.
  /// - Throws: `badInput`, with the line's number and without its content.
  static func parse(_ bytes: [UInt8], number: Int) throws(StoreError) -> ApplyLine {
    do throws(StoreError) {
      guard let members = try CanonicalJSON.parse(bytes, firstLine: number).members else {
        throw malformed
      }
      var reader = MemberReader(members: members)
      var line = try parse(&reader)
      guard reader.isExhausted else { throw malformed }
      line.numbersAsText = reader.numbersAsText.sorted { $0.text < $1.text }
      return line
    } catch {
      let reason = error == malformed ? "" : " " + error.message
      throw StoreError(
        .badInput, "Line \(number) is no change; nothing was changed.\(reason)",
        hint: error.advice ?? "See 'app apply --help' for what a line may be.")
    }
  }

  static let malformed = StoreError(.badInput, "The line is no change.")

  private static func parse(_ line: inout MemberReader) throws(StoreError) -> ApplyLine {
    if let kind = try line.kind("count") { return try count(kind, &line) }
    if let kind = try line.kind("publish") { return try publish(kind, &line) }
    if let id = try line.document("create") {
      let fields = try line.fields("fields")
      return ApplyLine { tx throws(StoreError) in
        _ = try tx.documents.create(id, fields: fields)
      }
    }
    if let id = try line.document("load") {
      let fields = try line.fields("fields")
      return ApplyLine { tx throws(StoreError) in _ = try tx.documents.load(id, fields: fields) }
    }
    if let id = try line.document("edit") { return try edit(id, &line) }
    if let id = try line.document("delete") {
      return ApplyLine { tx throws(StoreError) in try tx.documents.delete(id) }
    }
    if let id = try line.document("undo") {
      let revision = try line.revision("ifRevision")
      return ApplyLine { tx throws(StoreError) in
        _ = try tx.documents.undo(id, ifRevision: revision)
      }
    }
    guard let id = try line.document("redo") else { throw malformed }
    let revision = try line.revision("ifRevision")
    return ApplyLine { tx throws(StoreError) in _ = try tx.documents.redo(id, ifRevision: revision)
    }
  }

  private static func count(
    _ kind: Kind, _ line: inout MemberReader
  ) throws(StoreError) -> ApplyLine {
    let title = try line.text("title")
    let revision = try line.revision("ifRevision")
    if let number = try line.integer("add") {
      return ApplyLine { tx throws(StoreError) in
        _ = try tx.counts.add(number, to: kind, title: title, ifRevision: revision)
      }
    }
    guard let number = try line.integer("set") else { throw malformed }
    return ApplyLine { tx throws(StoreError) in
      _ = try tx.counts.set(number, of: kind, title: title, ifRevision: revision)
    }
  }

  private static func publish(
    _ kind: Kind, _ line: inout MemberReader
  ) throws(StoreError) -> ApplyLine {
    guard let json = line.take("payload") else { throw malformed }
    let type = try line.text("type") ?? StoredPayload.untyped
    let format = try line.integer("payloadFormat") ?? 1
    guard Kind(type) != nil, type != CountSnapshot.typeName, (1...1_000_000).contains(format)
    else { throw malformed }
    let payload = StoredPayload(
      type: type, format: Int(format), json: try CanonicalJSON.encode(json))
    let revision = try line.revision("ifRevision")
    return ApplyLine { tx throws(StoreError) in
      _ = try tx.snapshots.publish(payload, kind: kind, ifRevision: revision)
    }
  }

  private static func edit(
    _ id: DocumentID, _ line: inout MemberReader
  ) throws(StoreError) -> ApplyLine {
    let set = try line.fields("set")
    let unset = try line.names("unset")
    guard !set.isEmpty || !unset.isEmpty else { throw malformed }
    let changes =
      set.sorted { $0.key.text < $1.key.text }.map { FieldChange.set($0.key, $0.value) }
      + unset.map { FieldChange.unset($0) }
    let (name, epoch) = (try line.text("name"), try line.text("ifEpoch"))
    let revision = try line.revision("ifRevision")
    return ApplyLine { tx throws(StoreError) in
      _ = try tx.documents.edit(
        id, changes, name: name, ifRevision: revision, ifEpoch: epoch)
    }
  }
}

/// Takes the members of an object one by one, so that a member nobody asked for is found out.
struct MemberReader {
  private var members: [String: JSONValue]
  /// The fields taken so far that are numbers and are kept as text.
  private(set) var numbersAsText: Set<FieldName> = []

  init(members: [String: JSONValue]) {
    self.members = members
  }

  /// Whether every member was taken.
  var isExhausted: Bool { members.isEmpty }

  mutating func take(_ name: String) -> JSONValue? { members.removeValue(forKey: name) }

  mutating func text(_ name: String) throws(StoreError) -> String? {
    switch take(name) {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw ApplyLine.malformed
    }
  }

  mutating func integer(_ name: String) throws(StoreError) -> Int64? {
    switch take(name) {
    case nil: return nil
    case let value?:
      guard let number = value.integer else { throw ApplyLine.malformed }
      return number
    }
  }

  mutating func revision(_ name: String) throws(StoreError) -> Revision? {
    guard let number = try integer(name) else { return nil }
    guard let revision = Revision(rawValue: number) else { throw ApplyLine.malformed }
    return revision
  }

  mutating func kind(_ name: String) throws(StoreError) -> Kind? {
    guard let text = try text(name) else { return nil }
    guard let kind = Kind(text) else { throw ApplyLine.malformed }
    return kind
  }

  mutating func document(_ name: String) throws(StoreError) -> DocumentID? {
    guard let text = try text(name) else { return nil }
    guard let id = DocumentID(text) else { throw ApplyLine.malformed }
    return id
  }

  mutating func fields(_ name: String) throws(StoreError) -> [FieldName: FieldValue] {
    guard let value = take(name) else { return [:] }
    guard let members = value.members else { throw ApplyLine.malformed }
    let content = try FieldJSON.content(members, of: name)
    numbersAsText.formUnion(content.numbersAsText)
    return content.fields
  }

  mutating func names(_ name: String) throws(StoreError) -> [FieldName] {
    guard let value = take(name) else { return [] }
    guard case .array(let elements) = value else { throw ApplyLine.malformed }
    var names: [FieldName] = []
    for element in elements {
      guard case .string(let text) = element, let field = FieldName(text) else {
        throw ApplyLine.malformed
      }
      names.append(field)
    }
    return names
  }
}
