import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// Where the input of an import's unit comes from: a file, or some lines of one.
struct FileSource: Codable, Hashable {
  let path: String
  var offset: Int?
  var length: Int?

  /// Whether a file holds documents line by line.
  static func isJSONLines(_ path: String) -> Bool {
    path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson")
  }
}

extension SystemError {
  fileprivate static let notAFile = SystemError(number: 22, operation: "open")
}

/// Reads files as documents: text and Markdown whole, JSON objects by their members, JSON Lines as
/// `app export` writes them.
enum FileDocuments {
  /// The largest file, in bytes.
  static let maximumBytes = 16 << 20

  /// A document that a file holds.
  struct Content {
    let id: DocumentID
    let fields: [FieldName: FieldValue]
  }

  /// Reads a file.
  /// - Parameters:
  ///   - id: The id of the file's document; the lines of JSON Lines have their own.
  ///   - source: The file, or a part of one.
  /// - Returns: Its documents.
  /// - Throws: `badInput` for a file that is gone, too large, no UTF-8 or broken JSON; `unreadable`.
  static func read(_ id: String, _ source: FileSource) throws(StoreError) -> [Content] {
    let (text, path) = (try text(source), source.path)
    if FileSource.isJSONLines(path) { return try lines(text) }
    guard let id = DocumentID(id) else {
      throw StoreError(.badInput, "The name of a file cannot be a document's id.")
    }
    if path.hasSuffix(".json") { return [Content(id: id, fields: try members(text))] }
    let type = path.hasSuffix(".md") || path.hasSuffix(".markdown") ? "markdown" : "text"
    return [Content(id: id, fields: ["text": .text(text), "type": .text(type)])]
  }

  private static func text(_ source: FileSource) throws(StoreError) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      let status = try FileStatus(path: source.path, followsLink: true)
      // What opening a folder says is the better answer: it stands for files nobody may list.
      guard status.isRegular || status.isDirectory else { throw .notAFile }
      let read = try FileContent.read(
        source.path, from: source.offset ?? 0, limit: source.length ?? maximumBytes)
      bytes = source.length.map { Array(read.prefix($0)) } ?? read
    } catch {
      if error == .notAFile { throw StoreError.notAFile }
      throw StoreError(
        error.isPermission ? .unreadable : .badInput, "A file cannot be read: \(error.text).")
    }
    guard bytes.count <= maximumBytes else { throw .fileTooLarge }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    return text
  }

  private static func members(_ text: String) throws(StoreError) -> [FieldName: FieldValue] {
    let value = try CanonicalJSON.parse(Array(text.utf8))
    guard let members = value.members else {
      return ["json": .text(try CanonicalJSON.encode(value))]
    }
    var fields: [FieldName: FieldValue] = [:]
    for (name, json) in members {
      guard let field = FieldName(name) else {
        throw StoreError(.badInput, "A member's name cannot be a field's.")
      }
      // What no field can hold as it is, an array or an object, is kept as JSON text.
      if let value = FieldJSON.decode(json) {
        fields[field] = value
      } else {
        fields[field] = .text(try CanonicalJSON.encode(json))
      }
    }
    return fields
  }

  private static func lines(_ text: String) throws(StoreError) -> [Content] {
    var contents: [Content] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let value = try CanonicalJSON.parse(Array(line))
      guard let members = value.members, case .string(let name)? = members["document"],
        let id = DocumentID(name), let fields = members["fields"]?.members
      else { throw StoreError(.badInput, "A line of JSON Lines is not an exported document.") }
      contents.append(Content(id: id, fields: try FieldJSON.fields(fields)))
    }
    return contents
  }
}

extension StoreError {
  static let notAFile = StoreError(.badInput, "What is to be imported is not a regular file.")
  static let notText = StoreError(.badInput, "A file is not text in UTF-8.")

  static let fileTooLarge = StoreError(
    .badInput, "A file is too large: the limit is \(FileDocuments.maximumBytes) bytes.")
}
