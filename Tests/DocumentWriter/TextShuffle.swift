import SharedStore
import TestSupport

/// Random things done to the texts of a few documents, which other processes change as well.
struct TextShuffle {
  let writer: StoreWriter
  /// What the ids of the documents begin with.
  let id: DocumentID
  var random: RandomNumbers

  private static let documents: UInt64 = 40

  /// Words that the index's tokenizer and a plain comparison without case and marks agree on, some
  /// of them the beginnings of others.
  private static let words = [
    "walrus", "walnut", "Wall", "WALK", "sea", "seal", "Seals", "search", "otter", "other", "a",
    "an", "and", "AND", "near", "not", "or", "x", "20", "2004", "04", "café", "cafe\u{301}",
    "CAFÉ", "\u{1EBE}", "e\u{302}\u{301}", "Ångström", "naïve", "東京都", "東京", "天気予報", "новая",
    "Новости", "zebra", "zoo", "zombie",
  ]
  private static let separators = [" ", " ", " ", "\n", ", ", "-", "%", "_", "\\", "\0", "🎉", "\""]
  private static let fields: [FieldName] = ["title", "body", "note"]

  /// Does one thing.
  ///
  /// That another process has deleted the document, has made it, is recording a group of it or has
  /// taken the place of what was to be undone, is no failure.
  mutating func act() throws {
    guard let id = DocumentID("\(id.text) \(random.next() % TextShuffle.documents)") else { return }
    do {
      try act(random.next() % 24, on: id)
    } catch let error as StoreError where error.code == .notFound {
      _ = try? writer.createDocument(id, fields: content())
    } catch let error as StoreError
      where [.conflict, .exists, .groupOpen, .stale].contains(error.code)
    {}
  }

  private mutating func act(_ dice: UInt64, on id: DocumentID) throws {
    switch dice {
    case 0: try writer.deleteDocument(id)
    case 1: try writer.loadDocument(id, fields: content())
    case 2: try drag(id, .keep)
    case 3: try drag(id, .revert)
    case 4...5: try writer.editDocument(id, [.unset(field())])
    case 6: try writer.editDocument(id, [.set(field(), .integer(20))])
    case 7: try writer.editDocument(id, [.set(field(), .blob(Array("walrus".utf8)))])
    case 8: try writer.editDocument(id, [.set("number", .integer(Int64(random.next() % 9)))])
    case 9...11: try writer.undo(id)
    case 12...13: try writer.redo(id)
    case 14: try writer.createDocument(id, fields: content())
    case 15: try several(id)
    default: try writer.editDocument(id, [.set(field(), text())])
    }
  }

  /// A group of several moves that is ended, or cancelled.
  private mutating func drag(_ id: DocumentID, _ interrupted: InterruptionPolicy) throws {
    let group = try writer.beginGroup(in: id, interrupted: interrupted)
    for _ in 0...random.next() % 3 {
      try writer.editDocument(id, [.set(field(), text()), .unset(field())], in: group)
    }
    if random.next() % 2 == 0 { try writer.endGroup(group) } else { try writer.cancelGroup(group) }
  }

  /// Several things in one transaction, in which a new document may get a deleted one's row.
  private mutating func several(_ id: DocumentID) throws {
    let (content, text, field) = (content(), text(), field())
    try writer.write { tx in
      try tx.documents.edit(id, [.set(field, text)])
      try tx.documents.delete(id)
      try tx.documents.create(id, fields: content)
      try tx.documents.edit(id, [.set(field, text)])
      try tx.documents.undo(id)
    }
  }

  private mutating func field() -> FieldName { random.element(of: TextShuffle.fields) }

  private mutating func content() -> [FieldName: FieldValue] {
    var content: [FieldName: FieldValue] = ["number": .integer(1)]
    for _ in 0..<2 { content[field()] = text() }
    return content
  }

  private mutating func text() -> FieldValue {
    var text = ""
    for _ in 0..<random.next() % 8 {
      text += random.element(of: TextShuffle.words) + random.element(of: TextShuffle.separators)
    }
    return .text(text)
  }
}

extension RandomNumbers {
  fileprivate mutating func element<Element>(of list: [Element]) -> Element {
    list[Int(next() % UInt64(list.count))]
  }
}
