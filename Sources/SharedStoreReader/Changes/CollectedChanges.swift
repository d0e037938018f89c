import SharedStoreModel

/// Rows of the change log, put together.
struct CollectedChanges {
  /// The oldest revision.
  private(set) var first: Revision?
  /// In the order of the rows; a thing that changes again leaves its place empty.
  private var changes: [StoreChanges.Change?] = []
  private var places: [StoreChanges.Subject: Int] = [:]
  private var many: [StoreChanges.Many] = []
  /// The job of each revision that has one.
  private var jobs: [Revision: JobID] = [:]

  /// Adds a row; the rows come in the order of their revisions.
  /// - Throws: `damaged` for a name that is none of its sort.
  mutating func add(_ row: ChangeRow) throws(StoreError) {
    if first == nil { first = row.revision }
    // A rule that counts documents is no thing that is shown.
    guard row.subject != .store else { return }
    guard row.things == 1 else {
      guard let sort = StoreChanges.Many.Sort(row.subject) else { throw .damagedRow }
      many.append(
        StoreChanges.Many(sort: sort, number: row.things, revision: row.revision, job: nil))
      return
    }
    guard let subject = StoreChanges.Subject(row) else { throw .damagedRow }
    if case .job(let job) = subject { jobs[row.revision] = job }
    if let place = places[subject] { changes[place] = nil }
    places[subject] = changes.count
    changes.append(
      StoreChanges.Change(
        subject: subject, revision: row.revision, isDeleted: row.action == .removed))
  }

  func changes(hasGap: Bool) -> StoreChanges {
    StoreChanges(
      changes: changes.compactMap { $0 },
      many: many.map { entry in
        StoreChanges.Many(
          sort: entry.sort, number: entry.number, revision: entry.revision,
          job: jobs[entry.revision])
      }, hasGap: hasGap)
  }
}

extension StoreChanges.Subject {
  /// The thing a row is about; `nil` when its name is none of its sort.
  fileprivate init?(_ row: ChangeRow) {
    switch row.subject {
    case .store: return nil
    case .snapshot:
      guard let kind = Kind(row.name) else { return nil }
      self = .kind(kind)
    case .document:
      guard let id = DocumentID(row.name) else { return nil }
      self = .document(id)
    case .job:
      guard let id = Int64(row.name).flatMap({ JobID(rawValue: $0) }) else { return nil }
      self = .job(id)
    }
  }
}

extension StoreChanges.Many.Sort {
  fileprivate init?(_ subject: ChangeRow.Subject) {
    switch subject {
    case .store: return nil
    case .snapshot: self = .kinds
    case .document: self = .documents
    case .job: self = .jobs
    }
  }
}
