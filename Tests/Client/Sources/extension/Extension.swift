import Published
import SharedStoreReader

/// The client's own program of that name: it reads, and says so in a way of its own.
@main struct Extension {
  static func main() throws {
    let reader = StoreReader(try StoreLocation.configured())
    switch reader.read(CountSnapshot.self) {
    case .value(let record, _):
      print("the client's extension read \(record.payload.count) at revision \(record.revision)")
    case .unavailable(let error):
      print(error.message)
    }
  }
}
