import SharedStore

// The samples of the article on timelines, as they stand there.

func showing(_ reader: StoreReader) {
  let reading = reader.read(Todo.self)
  let timeline = SnapshotTimeline(now: .now, reading: reading)
  reader.report(timeline, of: reading, kind: Todo.kind, as: "todo-widget")
}
