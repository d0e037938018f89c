/// A name that is text by a rule of its own: it can be written wherever text can, and comes back
/// only if it still obeys the rule.
package protocol TextName: Codable, LosslessStringConvertible {
  var text: String { get }
  init?(_ text: String)
}

extension TextName {
  /// The text.
  public var description: String { text }

  /// Takes the text of a single value.
  /// - Throws: `DecodingError.dataCorrupted` for text that is no such name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let name = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The text is not such a name.")
    }
    self = name
  }

  /// Writes the text as a single value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Kind: TextName {}
extension DocumentID: TextName {}
extension FieldName: TextName {}

extension AppGroup: TextName {
  /// The id.
  package var text: String { id }
}

extension JobID: Codable, LosslessStringConvertible {
  /// Takes the number as text.
  public init?(_ description: String) {
    guard let number = Int64(description) else { return nil }
    self.init(rawValue: number)
  }
}

extension Revision: LosslessStringConvertible {
  /// Takes the number as text.
  public init?(_ description: String) {
    guard let number = Int64(description) else { return nil }
    self.init(rawValue: number)
  }
}
