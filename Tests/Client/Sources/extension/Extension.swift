import Published
import SharedStoreReader

/// The client's own program of that name: it reads, and says so in a way of its own.
@main struct Extension {
  static func main() throws {
    let reader = StoreReader(try StoreLocation.configured())
    let count = try reader.read(CountSnapshot.self).get()
    print("the client's extension read \(Published(number: Int(count.payload.count)).number)")
  }
}
