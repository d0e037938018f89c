import SharedStoreModel
import SharedStoreReader

extension StoreCheck {
  /// One thing that is wrong.
  public struct Fault: Hashable, Sendable {
    /// What sort of thing it is.
    public enum Subject: String, Hashable, Sendable {
      /// The store as such: its file, its schema or a row there is one of.
      case store
      /// A page of the file, by its number.
      case page
      /// A revision of the store.
      case revision
      /// A snapshot's kind.
      case kind
      /// A document, its journal or its text for search.
      case document
      /// A job.
      case job
    }

    /// What sort of thing it is.
    public let subject: Subject
    /// Which one: a kind's or a document's name, a number; `nil` when that cannot be told.
    public let name: String?
    /// What is wrong with it, as a sentence.
    public let message: String
    /// What can be done about it, as a sentence.
    public var remedy: String { advice.text }
    package let advice: StoreError.Hint
  }

  /// One thing that was looked at.
  public struct Finding: Hashable, Sendable {
    /// What was looked at, such as `pages`.
    public let name: String
    /// How many pieces it has, such as records; 1 where there is one.
    public let examined: Int
    /// How many faults were found.
    public let faults: Int
    /// The faults, or the first hundred of them.
    public let details: [Fault]
  }

  /// A finding while it is being made.
  struct Examination {
    private static let mostDetails = 100

    private let name: String
    var examined = 0
    private var faults = 0
    private var details: [Fault] = []

    init(_ name: String) {
      self.name = name
    }

    var isSound: Bool { faults == 0 }

    /// Looks at something to the end, or as far as it can be read: what follows is looked at too.
    /// - Throws: Any failure but damage.
    static func run(
      _ name: String, _ body: (inout Examination) throws(StoreError) -> Void
    ) throws(StoreError) -> Finding {
      var examination = Examination(name)
      do throws(StoreError) {
        try body(&examination)
      } catch {
        try examination.note(.store, nil, error)
      }
      return examination.finding
    }

    mutating func fault(
      _ subject: Fault.Subject, _ name: String?, _ message: String,
      _ remedy: StoreError.Hint = Examination.restore
    ) {
      faults += 1
      guard details.count < Examination.mostDetails else { return }
      details.append(Fault(subject: subject, name: name, message: message, advice: remedy))
    }

    /// Notes why something could not be read.
    /// - Throws: What is no damage.
    mutating func note(
      _ subject: Fault.Subject, _ name: String?, _ error: StoreError,
      _ remedy: StoreError.Hint = Examination.restore
    ) throws(StoreError) {
      guard error.code == .damaged else { throw error }
      let code = error.sqlite.map { " (\($0.name))" } ?? ""
      fault(subject, name, error.message + code, remedy)
    }

    var finding: Finding {
      Finding(name: name, examined: examined, faults: faults, details: details)
    }

    static let restore: StoreError.Hint = "Restore a backup."
  }
}
