/// A value under construction by an encoder and its containers.
final class JSONNode {
  /// A finished part, or one that a container still fills.
  enum Part {
    case value(JSONValue)
    case node(JSONNode)

    var value: JSONValue {
      switch self {
      case .value(let value): value
      case .node(let node): node.value ?? .object([:])
      }
    }
  }

  private enum Shape { case none, single, array, object }

  private var shape = Shape.none
  private var single: Part?
  private var members: [String: Part] = [:]
  private var elements: [Part] = []

  /// How many elements an array has so far.
  var count: Int { elements.count }

  /// What was built; `nil` when nothing was.
  var value: JSONValue? {
    switch shape {
    case .none: nil
    case .single: single?.value
    case .array: .array(elements.map(\.value))
    case .object: .object(members.mapValues(\.value))
    }
  }

  /// Becomes an object, unless it is something else already.
  func becomeObject() -> Bool { become(.object) }
  /// Becomes an array, unless it is something else already.
  func becomeArray() -> Bool { become(.array) }

  private func become(_ wanted: Shape) -> Bool {
    if shape == .none { shape = wanted }
    return shape == wanted
  }

  /// Takes the one value it is.
  func set(_ part: Part) -> Bool {
    guard shape == .none else { return false }
    (shape, single) = (.single, part)
    return true
  }

  /// Adds a member; `false` when there is one whose name is the same, or looks the same.
  func add(_ part: Part, _ name: String) -> Bool { members.updateValue(part, forKey: name) == nil }

  /// Adds an element.
  func add(_ part: Part) { elements.append(part) }

  /// The part of a name, if it is still being built.
  func openMember(_ name: String) -> JSONNode? {
    guard case .node(let node)? = members[name] else { return nil }
    return node
  }

  /// Puts elements that come in no order into the order of their texts.
  func sort(stride size: Int) {
    guard shape == .array, elements.count > size else { return }
    let groups = stride(from: 0, to: elements.count, by: size).map { start in
      let values = elements[start..<min(start + size, elements.count)].map(\.value)
      return (values, JSONValue.array(values).canonicalText)
    }
    elements = groups.sorted { $0.1.utf8.lexicographicallyPrecedes($1.1.utf8) }
      .flatMap { $0.0.map(Part.value) }
  }
}
