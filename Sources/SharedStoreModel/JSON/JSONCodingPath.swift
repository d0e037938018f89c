/// The way to a value while it is encoded or decoded, shared by what lies on it.
final class JSONCodingPath {
  private let parent: JSONCodingPath?
  private let key: any CodingKey

  init(_ key: any CodingKey, below parent: JSONCodingPath?) {
    self.key = key
    self.parent = parent
  }

  /// The keys from the root.
  var keys: [any CodingKey] { (parent?.keys ?? []) + [key] }
}

/// A place in an array, or the name under which a superclass is kept.
enum JSONStepKey: CodingKey {
  case index(Int)
  case superclass
  case name(String)

  var stringValue: String {
    switch self {
    case .index(let index): "\(index)"
    case .superclass: "super"
    case .name(let name): name
    }
  }

  var intValue: Int? {
    guard case .index(let index) = self else { return nil }
    return index
  }

  init?(stringValue: String) { self = .name(stringValue) }
  init?(intValue: Int) { self = .index(intValue) }
}
