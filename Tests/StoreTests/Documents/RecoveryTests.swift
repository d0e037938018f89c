import SharedStore
import TestSupport
import Testing

/// A group whose owner does not end it.
///
/// The owner here is made up by hand; the process tests kill real ones.
@Suite struct RecoveryTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader

  /// What makes an owner in the row dead.
  enum Death: String, CaseIterable {
    /// The process id has come back: another process has it now.
    case numberTaken = "UPDATE open_groups SET started = started + 1"
    /// There is no such process.
    case numberFree = "UPDATE open_groups SET process = 4194304"
    /// The machine has been started anew; the namespaces of the last boot do not matter.
    case rebooted = "UPDATE open_groups SET boot = 'another boot', namespace = 1"
  }

  /// What hides whether an owner lives.
  enum Veil: String, CaseIterable {
    case namespace = "UPDATE open_groups SET namespace = namespace + 1"
    case namespaceAndProcess = "UPDATE open_groups SET namespace = 1, process = 4194304"
    case unknownStart = "UPDATE open_groups SET started = 0"
    case unknownBoot = "UPDATE open_groups SET boot = ''"
  }

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
    try writer.createDocument("p", fields: ["x": .integer(0)])
    try writer.editDocument("p", [.set("x", .integer(1))], name: "First")
  }

  private func document() throws -> StoreDocument { try reader.document("p").document }

  /// Leaves a drag behind.
  @discardableResult
  private func abandonDrag(
    _ policy: InterruptionPolicy, _ edit: String, to x: Int64 = 7
  ) throws -> OpenGroup {
    let group = try writer.beginGroup(in: "p", name: "Drag", interrupted: policy)
    try writer.editDocument("p", [.set("x", .integer(x)), .set("y", .null)], in: group)
    try store.edit(edit)
    return group
  }

  @Test(arguments: Death.allCases, InterruptionPolicy.allCases)
  func aDeadProcessesGroupIsEndedByItsPolicy(death: Death, policy: InterruptionPolicy) throws {
    let group = try abandonDrag(policy, death.rawValue)
    // Until then it is only shown: reading changes nothing.
    #expect(try document().history.openGroup == 2 && document().fields["x"] == .integer(7))
    let receipt = try writer.recoverDocument("p")
    #expect(receipt.changed)
    let document = try document()
    #expect(document.revision == receipt.revision && document.history.openGroup == nil)
    switch policy {
    case .revert:
      #expect(document.fields == ["x": .integer(1)] && document.history.undoName == "First")
    case .keep:
      #expect(document.fields == ["x": .integer(7), "y": .null])
      #expect(document.history.undoName == "Drag" && document.history.cursor.undo.groups == 2)
    }
    #expect(try failure { try writer.endGroup(group) }.code == .stale)
    #expect(try !writer.recoverDocument("p").changed)
    #expect(try store.rows(journalsThatDoNotAddUp, columns: 1).isEmpty)
    #expect(try store.rows(rowsThatBelongToNothing, columns: 1).isEmpty)
  }

  @Test(arguments: InterruptionPolicy.allCases)
  func theNextCommandEndsADeadProcessesGroup(policy: InterruptionPolicy) throws {
    let start: FieldValue = policy == .keep ? .integer(7) : .integer(1)
    try abandonDrag(policy, Death.numberFree.rawValue)
    try writer.editDocument("p", [.set("z", .integer(1))])
    #expect(try document().fields["x"] == start && document().history.openGroup == nil)
    #expect(try document().history.cursor.undo.groups == (policy == .keep ? 3 : 2))

    try abandonDrag(policy, Death.numberFree.rawValue, to: 8)
    #expect(try writer.undo("p").changed)
    #expect(try document().fields["x"] == start)
    #expect(try document().fields["z"] == (policy == .keep ? .integer(1) : nil))

    try abandonDrag(policy, Death.numberFree.rawValue)
    let group = try writer.beginGroup(in: "p")
    #expect(try document().history.openGroup == group.number)
    try writer.cancelGroup(group)

    try abandonDrag(policy, Death.numberFree.rawValue)
    try writer.setLimits(of: "p", to: .only(groups: 1))
    #expect(try document().history.openGroup == nil)

    try abandonDrag(policy, Death.numberFree.rawValue)
    try writer.loadDocument("p", fields: ["x": .integer(3)])
    #expect(try document().fields == ["x": .integer(3)] && !document().history.canUndo)

    try abandonDrag(policy, Death.numberFree.rawValue)
    try writer.deleteDocument("p")
    #expect(try store.rows(rowsThatBelongToNothing, columns: 1).isEmpty)
  }

  @Test func aRevertedDragIsFollowedByRedoAsIfItHadNotBeen() throws {
    try writer.undo("p")
    try abandonDrag(.revert, Death.numberFree.rawValue)
    let receipt = try writer.redo("p")
    #expect(receipt.changed && receipt.name == "First")
    #expect(try document().fields == ["x": .integer(1)])
  }

  @Test func anEqualEditThatEndsADeadProcessesGroupHasChangedTheDocument() throws {
    try abandonDrag(.revert, Death.numberFree.rawValue)
    #expect(try writer.editDocument("p", [.set("x", .integer(1))]).changed)
    try writer.undo("p")
    try abandonDrag(.revert, Death.numberFree.rawValue)
    #expect(try writer.undo("p").changed)
    #expect(try document().fields == ["x": .integer(0)])
  }

  @Test(arguments: InterruptionPolicy.allCases)
  func aRevisionFromTheMiddleOfADeadProcessesDragIsStale(policy: InterruptionPolicy) throws {
    let calls: [(Revision) throws -> Void] = [
      { try writer.editDocument("p", [.set("z", .integer(1))], ifRevision: $0) },
      { try writer.undo("p", ifRevision: $0) }, { try writer.redo("p", ifRevision: $0) },
    ]
    for (number, call) in calls.enumerated() {
      try abandonDrag(policy, Death.numberFree.rawValue, to: 10 + Int64(number))
      let seen = try document()
      #expect(try failure { try call(seen.revision) }.code == .stale)
      let document = try document()
      #expect(document.fields["z"] == seen.fields["z"])
      // The drag has been ended all the same, so that the next attempt can succeed.
      #expect(document.revision > seen.revision && document.history.openGroup == nil)
      try call(document.revision)
    }
  }

  @Test func aResultFromTheMiddleOfADeadProcessesDragIsIgnored() throws {
    try abandonDrag(.revert, Death.numberFree.rawValue)
    let token = try document().token
    #expect(try writer.applyResult([.set("z", .integer(1))], of: token) == nil)
    #expect(try document().fields == ["x": .integer(1)])
    #expect(try document().history.cursor.undo.groups == 1)
  }

  @Test(arguments: Veil.allCases)
  func whatCannotBeSeenIsNotDead(veil: Veil) throws {
    let group = try abandonDrag(.revert, veil.rawValue)
    let before = try document()
    let calls: [() throws -> Void] = [
      { try writer.recoverDocument("p") }, { try writer.undo("p") },
      { try writer.editDocument("p", [.set("x", .integer(9))]) },
      { _ = try writer.beginGroup(in: "p") },
    ]
    for call in calls {
      let error = try failure { try call() }
      #expect(error.code == .groupOpen && error.message.contains("cannot be seen"))
      #expect(error.advice?.command?.contains("--force") == true)
      #expect(try document() == before)
    }
    // Who knows the group may go on with it, wherever they are.
    #expect(try writer.editDocument("p", [.set("x", .integer(8))], in: group).changed)
    #expect(try writer.recoverDocument("p", force: true).changed)
    #expect(try document().fields == ["x": .integer(1)])
  }

  @Test(arguments: InterruptionPolicy.allCases)
  func forceTakesTheGroupOfALivingProcess(policy: InterruptionPolicy) throws {
    let group = try abandonDrag(policy, "")
    #expect(try failure { try writer.recoverDocument("p") }.code == .groupOpen)
    #expect(try writer.recoverDocument("p", force: true).changed)
    #expect(try document().fields["x"] == .integer(policy == .keep ? 7 : 1))
    let before = try document()
    let calls: [() throws -> Void] = [
      { try writer.editDocument("p", [.set("x", .integer(9))], in: group) },
      { try writer.endGroup(group) }, { try writer.cancelGroup(group) },
      { try writer.write { tx in try tx.documents.beginNested(in: group) } },
    ]
    for call in calls { #expect(try failure { try call() }.code == .stale) }
    #expect(try document() == before)
    // Nor may the loser take part in the group that comes next.
    let next = try writer.beginGroup(in: "p")
    #expect(try failure { try writer.endGroup(group) }.code == .groupOpen)
    try writer.endGroup(next)
  }

  @Test func recoveringADocumentWithoutAnOpenGroupChangesNothing() throws {
    let before = try document()
    for force in [false, true] {
      #expect(try !writer.recoverDocument("p", force: force).changed)
      #expect(try document() == before)
    }
  }
}
