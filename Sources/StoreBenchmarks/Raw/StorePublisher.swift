import SharedStore

/// The store itself, as an app uses it.
struct StorePublisher: RawPublisher {
  private let writer: StoreWriter

  init(
    _ directory: String, synchronous: Synchronous, create: Bool
  ) throws(BenchmarkError) {
    let options = WriterOptions(
      writer: WriterIdentity(program: "StoreBenchmarks", version: "0.1.0"),
      durability: synchronous == .full ? .full : .relaxed)
    do throws(StoreError) {
      let location = StoreLocation.container(directory, appGroup: "group.benchmark")
      writer = try StoreWriter(location, create: create, options: options)
    } catch {
      throw BenchmarkError(error.description)
    }
  }

  mutating func publish(_ number: Int64) throws(BenchmarkError) {
    do throws(StoreError) {
      let count = CountSnapshot(count: number, title: BenchmarkPayload.title)
      try writer.publish(count, kind: "todo")
    } catch {
      throw BenchmarkError(error.description)
    }
  }
}
