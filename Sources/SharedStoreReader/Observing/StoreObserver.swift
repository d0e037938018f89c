public import Observation
public import SharedStoreModel

/// What is in a store, for a view that shows it: the newest value, as any process has written it.
///
/// It observes from the moment it is made until it goes away, and changes on the main actor only.
///
/// ```swift
/// struct TodoView: View {
///   @State var todo: StoreObserver<Snapshot<Todo>>  // StoreObserver(reader, of: Todo.self)
///   var body: some View { Text(todo.value?.payload.title ?? "–") }
/// }
/// #Preview { TodoView(todo: StoreObserver(showing: nil)) }
/// ```
@MainActor @Observable
public final class StoreObserver<Value: Sendable> {
  /// The newest value that was read; it stays while nothing can be read.
  public private(set) var value: Value?
  /// Where the store stood when ``value`` was read.
  public private(set) var token: StoreToken?
  /// Why nothing can be read now; `nil` while ``value`` is what is there.
  public private(set) var failure: StoreError?

  @ObservationIgnored private var task: Task<Void, Never>?

  /// Observes what a sequence of observations finds.
  /// - Parameter observations: Such as `reader.observe { view in … }`.
  public init(_ observations: StoreObservations<Value>) {
    task = Task { [weak self] in
      for await observed in observations {
        guard let self else { return }
        show(observed)
      }
    }
  }

  /// Shows a value and observes nothing, for previews and tests.
  /// - Parameters:
  ///   - value: The value; `nil` as before the first reading.
  ///   - failure: Why nothing can be read.
  public init(showing value: Value?, failure: StoreError? = nil) {
    (self.value, self.failure) = (value, failure)
  }

  deinit {
    task?.cancel()
  }

  private func show(_ observed: Observed<Value>) {
    switch observed {
    case .value(let value, let token):
      (self.value, self.token, failure) = (value, token, nil)
    case .unavailable(let error):
      failure = error
      // What a record that is gone had said is not there any more, whatever else may be.
      if error.code == .notFound { (value, token) = (nil, nil) }
    }
  }
}

extension StoreObserver {
  /// Observes the record of a payload type.
  /// - Parameters:
  ///   - reader: The reader of the store.
  ///   - type: The type.
  ///   - kind: The series, when it is not the type's own.
  public convenience init<Payload: SnapshotPayload>(
    _ reader: StoreReader, of type: Payload.Type, kind: Kind = Payload.kind
  ) where Value == Snapshot<Payload> {
    self.init(reader.readings(type, kind: kind).observations)
  }
}

extension StoreObserver<StoreDocument> {
  /// Observes a document, and what can be undone in it.
  /// - Parameters:
  ///   - reader: The reader of the store.
  ///   - id: The document.
  public convenience init(_ reader: StoreReader, document id: DocumentID) {
    self.init(reader.readings(of: id))
  }

  /// Whether undo would do something.
  public var canUndo: Bool { value?.history.canUndo ?? false }

  /// Whether redo would do something.
  public var canRedo: Bool { value?.history.canRedo ?? false }
}
