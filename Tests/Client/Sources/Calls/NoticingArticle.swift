import SharedStore

// The samples of the article on noticing, as they stand there.

func observing(_ reader: StoreReader) async {
  for await observed in reader.observe({ view in
    (try view.snapshot(Todo.self)?.payload.open, try view.document("list").history.canUndo)
  }) {
    switch observed {
    case .value((let open, let canUndo), let token): show(open, canUndo, token.revision)
    case .unavailable(let error): show(error.code)
    }
  }
}

func waiting(_ reader: StoreReader, for receipt: PublishReceipt) async throws {
  let reading = try await reader.read(
    Todo.self, atLeast: receipt.storeRevision, timeout: .seconds(5))
  show(reading)
}
