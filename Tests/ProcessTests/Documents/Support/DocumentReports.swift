/// A value of a field as JSON shows it.
enum FieldReport: Decodable, Hashable {
  case null
  case integer(Int64)
  case number(Double)
  case text(String)
  /// An object that names its class, such as `{"real":"inf"}`.
  case typed([String: String])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .typed(try container.decode([String: String].self))
    }
  }
}

/// What every command shows that shows a document.
struct DocumentReport: Decodable, Hashable {
  struct Limits: Decodable, Hashable {
    let groups: Int
    let bytes: Int
    let groupBytes: Int
  }

  let document: String
  let epoch: String
  let revision: Int64
  let storeRevision: Int64
  let fields: [String: FieldReport]
  let canUndo: Bool
  let canRedo: Bool
  let undo: Int
  let redo: Int
  let undoBytes: Int
  let redoBytes: Int
  let undoName: String?
  let redoName: String?
  let openGroup: Int64?
  let limits: Limits
  let changed: Bool?
  let verified: Bool?
  let name: String?

  var x: FieldReport? { fields["x"] }
}

/// What `document history` shows.
struct HistoryReport: Decodable, Hashable {
  struct Operation: Decodable, Hashable {
    let field: String
    let operation: String
    let before: FieldReport?
    let after: FieldReport?
  }

  struct Group: Decodable, Hashable {
    let number: Int64
    let side: String
    let name: String?
    let operations: Int
    let bytes: Int
    let revisionFrom: Int64
    let revisionTo: Int64
    let fields: [Operation]
  }

  let revision: Int64
  let canUndo: Bool
  let canRedo: Bool
  let bytes: Int
  let groups: [Group]
}

/// What `apply` shows.
struct ApplyReport: Decodable, Hashable {
  let lines: Int
  let storeRevision: Int64
  let changed: Bool
  let verified: Bool
}

/// What `document list` shows.
struct DocumentsReport: Decodable, Hashable {
  struct Entry: Decodable, Hashable {
    let document: String
    let revision: Int64
    let undo: Int
    let redo: Int
    let fields: Int
  }

  let documents: [Entry]
}
