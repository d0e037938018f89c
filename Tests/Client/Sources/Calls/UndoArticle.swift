import SharedStore

// The samples of the article on the undo journal, as they stand there.

nonisolated func findFaces() async -> Int64 { 2 }

func dragging(at location: StoreLocation) async throws {
  let store = try await StoreWriter.open(location)
  let reader = StoreReader(location)
  try await store.write { tx in
    try tx.documents.create("position", fields: ["x": .integer(0)])
  }

  let drag = try await store.write { tx in
    try tx.documents.beginGroup(in: "position", name: "Drag")
  }.value
  for x in [10, 20] as [Int64] {
    try await store.write { tx in
      try tx.documents.edit("position", [.set("x", .integer(x))], in: drag)
    }
  }
  try await store.write { tx in try tx.documents.endGroup(drag) }

  try await store.write { tx in try tx.documents.undo("position") }
  let undone = try reader.document("position").document.fields["x"]  // .integer(0)
  try await store.write { tx in try tx.documents.redo("position") }
  let redone = try reader.document("position").document.fields["x"]  // .integer(20)
  show(undone, redone)
}

func recognizing(in store: StoreWriter, _ reader: StoreReader) async throws {
  let token = try reader.document("photo").document.token
  let faces = await findFaces()
  let change = try await store.write { tx in
    try tx.documents.apply([.set("faces", .integer(faces))], of: token)
  }.value  // nil when the document has changed meanwhile
  show(change)
}
