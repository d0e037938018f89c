import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// Where the input of an import's unit comes from: a file, or some lines of one.
struct FileSource: Codable, Hashable {
  let path: String
  /// The lines of JSON Lines; `nil` for a whole file.
  var lines: Lines?

  /// Lines that lie side by side, in a file as it was when they were counted.
  struct Lines: Codable, Hashable {
    let offset: Int
    let length: Int
    /// The number of the first one in the file, from 1.
    let first: Int
    let fileSize: UInt64
    let modifiedSeconds: Int64
    let modifiedNanoseconds: Int64
  }

  /// Whether a file holds documents line by line.
  static func isJSONLines(_ path: String) -> Bool { path.hasEnding([".jsonl", ".ndjson"]) }

  /// The most lines in one unit, so that no transaction holds the lock for long, and the bytes that
  /// several lines together may have.
  private static let linesPerUnit = 200
  private static let bytesPerUnit = 1 << 20

  /// The units of a file: JSON Lines are cut into pieces, anything else is one.
  ///
  /// What cannot be read is one unit too, which says so when its turn comes.
  /// - Throws: What `check` throws, which is called again and again meanwhile.
  static func units(
    of path: String, reading: FileReading, check: () throws -> Void = {}
  ) throws -> [FileSource] {
    guard isJSONLines(path), let status = try? reading.status(path) else {
      return [FileSource(path: path)]
    }
    var pieces: [(offset: Int, length: Int, first: Int)] = []
    var (start, last, lines, first) = (0, 0, 0, 1)
    func cut(at end: Int) {
      if end > start { pieces.append((start, end - start, first)) }
      (start, first, lines) = (end, first + lines, 0)
    }
    let size: Int?
    do {
      size = try FileContent.lineEnds(path, check: check) { end in
        // A long line is a unit of its own.
        if lines > 0 && end - start > bytesPerUnit { cut(at: last) }
        (last, lines) = (end, lines + 1)
        if lines == linesPerUnit { cut(at: end) }
      }
    } catch is SystemError {
      size = nil
    }
    guard let size, size > 0 else { return [FileSource(path: path)] }
    if size > last && lines > 0 && size - start > bytesPerUnit { cut(at: last) }
    cut(at: size)
    let modified = status.modificationTime
    return pieces.map { offset, length, first in
      FileSource(
        path: path,
        lines: Lines(
          offset: offset, length: length, first: first, fileSize: status.size,
          modifiedSeconds: modified.seconds, modifiedNanoseconds: modified.nanoseconds))
    }
  }
}

/// Looks at files that may be read: regular ones, and none of the store's own.
struct FileReading {
  private let ownFiles: Set<FileStatus.Identity>

  /// Remembers which files are the store's.
  init(_ paths: StorePaths) {
    let own = [paths.store, paths.log, paths.logIndex, paths.lock, paths.turn, paths.notice]
    ownFiles = Set(own.compactMap { try? FileStatus(path: $0).identity })
  }

  /// The status of a file that may be read.
  /// - Throws: `badInput` for a file that is gone or of another sort, `unreadable`.
  func status(_ path: String) throws(StoreError) -> FileStatus {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(path: path, followsLink: true, withTimes: true)
    } catch {
      throw FileReading.failure(error)
    }
    // What opening a folder says is the better answer: it stands for files nobody may list.
    guard status.isRegular || status.isDirectory else { throw .notAFile }
    // Closing a second descriptor of one of them would drop SQLite's locks.
    guard !ownFiles.contains(status.identity) else {
      throw StoreError(.badInput, "A file of the store itself cannot be imported.")
    }
    return status
  }

  /// The bytes of a source.
  /// - Throws: `badInput`, `unreadable`.
  func bytes(_ source: FileSource) throws(StoreError) -> [UInt8] {
    _ = try status(source.path)
    let limit = source.lines == nil ? FileDocuments.maximumBytes : FileDocuments.maximumLineBytes
    guard source.lines.map({ $0.length <= limit }) ?? true else {
      throw .tooLarge("line", source.lines?.length ?? 0, limit)
    }
    let read: (bytes: [UInt8], status: FileStatus)?
    do throws(SystemError) {
      read = try FileContent.read(
        source.path, from: source.lines?.offset ?? 0, limit: source.lines?.length ?? limit)
    } catch {
      throw FileReading.failure(error)
    }
    guard let (bytes, status) = read else { throw .changingFile }
    if let lines = source.lines {
      let modified = status.modificationTime
      guard
        status.size == lines.fileSize, modified.seconds == lines.modifiedSeconds,
        modified.nanoseconds == lines.modifiedNanoseconds
      else { throw StoreError(.badInput, "A file was changed after its lines were counted.") }
      return Array(bytes.prefix(lines.length))
    }
    guard bytes.count <= limit else { throw .tooLarge("file", Int(clamping: status.size), limit) }
    return bytes
  }

  private static func failure(_ error: SystemError) -> StoreError {
    StoreError(
      error.isPermission ? .unreadable : .badInput, "A file cannot be read: \(error.text).",
      system: .init(error))
  }
}

extension String {
  /// Whether the text ends like one of these, in capitals too.
  func hasEnding(_ endings: [String]) -> Bool {
    let text = lowercased()
    return endings.contains { text.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }
}

/// Reads files as documents: text and Markdown whole, JSON objects by their members, JSON Lines as
/// `app export` writes them.
enum FileDocuments {
  /// The largest file, in bytes.
  static let maximumBytes = 16 << 20
  /// The longest line of JSON Lines: what any document of that size can be as JSON, and more.
  static let maximumLineBytes = 256 << 20

  /// A document that a file holds.
  struct Content {
    let id: DocumentID
    let fields: [FieldName: FieldValue]
    /// What of the input could not be kept as it was; `nil` when all was.
    var note: String?
  }

  /// A document, or why there is none.
  struct Input {
    /// Which line of the file it is; `nil` for all of it.
    var line: Int?
    let content: Result<Content, StoreError>
  }

  /// Reads a file.
  /// - Parameters:
  ///   - id: The id of the file's document; the lines of JSON Lines have their own.
  ///   - source: The file, or lines of one.
  ///   - idField: The member that names the document a line holds; `nil`: as exports have it.
  ///   - reading: Reads it.
  /// - Returns: Its documents, and why lines are none.
  /// - Throws: `badInput` for a file that is gone, too large, no UTF-8 or broken JSON;
  ///   `unreadable`.
  static func read(
    _ id: String, _ source: FileSource, idField: String?, _ reading: FileReading
  ) throws(StoreError) -> [Input] {
    let (bytes, path) = (try reading.bytes(source), source.path)
    if FileSource.isJSONLines(path) { return lines(bytes, source.lines?.first ?? 1, idField) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    guard let id = DocumentID(id) else {
      throw StoreError(.badInput, "The name of a file cannot be a document's id.")
    }
    if path.hasEnding([".json"]) {
      let content = FieldJSON.content(of: try CanonicalJSON.parse(bytes))
      return [
        Input(content: .success(Content(id: id, fields: content.fields, note: content.note)))
      ]
    }
    let type = path.hasEnding([".md", ".markdown"]) ? "markdown" : "text"
    let content = Content(id: id, fields: ["text": .text(text), "type": .text(type)])
    return [Input(content: .success(content))]
  }

  /// Blank lines are none.
  private static func lines(_ bytes: [UInt8], _ first: Int, _ idField: String?) -> [Input] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .filter { line in !line.element.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
      .map { line in
        let content: Result<Content, StoreError>
        do throws(StoreError) {
          content = .success(try document(line.element, at: first + line.offset, idField))
        } catch {
          content = .failure(error)
        }
        return Input(line: first + line.offset, content: content)
      }
  }

  private static func document(
    _ line: ArraySlice<UInt8>, at number: Int, _ idField: String?
  ) throws(StoreError) -> Content {
    let value = try CanonicalJSON.parse(Array(line), firstLine: number)
    if let idField { return try document(value, idField) }
    guard let members = value.members, case .string(let name)? = members["document"],
      let id = DocumentID(name), let fields = members["fields"]?.members
    else { throw .notExported }
    let content = try FieldJSON.content(fields, of: "fields")
    return Content(id: id, fields: content.fields, note: content.note)
  }

  /// An object of another program: all of its members are fields, one of them is the id too.
  private static func document(
    _ value: JSONValue, _ idField: String
  ) throws(StoreError) -> Content {
    let id =
      switch value.members?[idField] {
      case .string(let text)?: DocumentID(text)
      case .number(let number)?: DocumentID(number.text)
      default: nil as DocumentID?
      }
    guard let id else { throw .noIdentifier }
    let content = FieldJSON.content(of: value)
    return Content(id: id, fields: content.fields, note: content.note)
  }
}

extension StoreError {
  static let notAFile = StoreError(.badInput, "What is to be imported is not a regular file.")
  static let changingFile = StoreError(.badInput, "A file was changed while it was read.")
  static let notExported = StoreError(
    .badInput,
    #"A line of JSON Lines is not an exported document, {"document": "id", "fields": {…}}."#,
    hint: StoreError.Hint(
      "Objects of other programs have their id in a member: name it as idField.",
      command: "Objects of other programs have their id in a member: name it with --id-field."))
  static let noIdentifier = StoreError(
    .badInput, "A line of JSON Lines has no member of that name that can be a document's id.")
  static let notText = StoreError(.badInput, "A file is not text in UTF-8.")

  static func tooLarge(_ what: String, _ bytes: Int, _ limit: Int) -> StoreError {
    StoreError(.badInput, "A \(what) is too large: \(bytes) bytes, limit \(limit).")
  }
}
