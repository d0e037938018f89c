import Document
import Job
import Published
import SharedStore

/// The client's own program of that name: it writes, and says so in a way of its own.
@main struct App {
  static func main() async throws {
    let location = try StoreLocation.configured()
    let store = try await StoreWriter.open(location, create: true)
    let published = Published(number: 3)
    try await store.write { tx in
      try tx.publish(CountSnapshot(count: published.number, title: "Open"))
      _ = try? tx.documents.create("first", Document(title: "Milk", done: false))
      _ = try tx.jobs.create(kind: "sync", Job(account: "a"))
    }
    await store.close()
    print("the client's app wrote \(published.number)")
  }
}
