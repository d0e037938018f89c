import SharedStore

// The samples of the article on jobs, as they stand there.

nonisolated func draw(_ image: Int, stopping cancellation: JobCancellation) throws {}
nonisolated func fetch(_ url: String) async throws {}

func drawing(_ images: [Int], at location: StoreLocation) throws {
  let runner = JobRunner(try StoreWriter(location))
  let id = try runner.create(kind: "thumbnails")
  let state = try runner.run(id, stages: [("draw", 95, images.count), ("publish", 5, 1)]) {
    unit, cancellation in
    try draw(images[unit.index], stopping: cancellation)
  } commit: { tx throws(StoreError) in
    try tx.publish(CountSnapshot(count: Int64(images.count)), kind: "thumbnails")
  }
  show(state)
}

func fetching(_ urls: [String], for store: StoreWriter) async throws {
  let id = try await store.write { tx in try tx.jobs.create(kind: "thumbnails") }.value
  let state = try await store.runJob(id, stages: [("fetch", 95, urls.count), ("publish", 5, 1)]) {
    unit in try await fetch(urls[unit.index])
  }
  show(state)
}

func looking(on id: JobID, _ reader: StoreReader) async throws {
  for try await job in reader.readings(of: id) {
    show(job.state, job.progress.percent, job.remaining(now: .now))
  }
}
