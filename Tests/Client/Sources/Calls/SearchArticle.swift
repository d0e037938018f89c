import Observation
import SharedStore
import SharedStoreTesting

#if canImport(SwiftUI)
  import SwiftUI
#endif
#if canImport(UIKit)
  import UIKit
#endif

// The samples of the article on search, as they stand there.

@MainActor @Observable
final class SearchModel {
  var hits: [SearchHit] = []
  /// Whether the last query had no answer: the store could not be read.
  var hasFailed = false
  private let reader: StoreReader
  private let engine: DocumentSearch
  private var requests = SearchRequests()
  private var deduplication = QueryDeduplication()
  private var query: Task<Void, Never>?
  @ObservationIgnored private lazy var debouncer = SearchDebouncer { [weak self] term in
    self?.search(term)
  }

  init(_ location: StoreLocation) {
    reader = StoreReader(location)
    engine = DocumentSearch(location)
  }

  var text = "" {
    didSet {
      guard debouncer.inputReceived(text) == .cleared else { return }
      requests.fieldCleared()
      deduplication.forget()
      query?.cancel()
      (hits, hasFailed) = ([], false)
    }
  }

  func submit() { debouncer.flush() }
  func dismiss() { debouncer.cancel() }

  private func search(_ term: SearchTerm) {
    guard let token = try? reader.token() else { return fail() }
    guard deduplication.admit(term, at: token) else { return }
    let generation = requests.requestSent()
    // The answer to what was asked before is not wanted any more.
    engine.interrupt()
    query?.cancel()
    query = Task { [engine] in
      let result = await find(term, with: engine)
      guard requests.answerReceived(generation) == .show else { return }
      guard let result else { return fail() }
      (hits, hasFailed) = (result.hits, false)
    }
  }

  private func fail() {
    // So that the same text can be asked for again.
    deduplication.forget()
    (hits, hasFailed) = ([], true)
  }
}

@concurrent
func find(_ term: SearchTerm, with engine: DocumentSearch) async -> SearchResult? {
  // Show the error somewhere: it is not zero hits.
  try? engine.hits(for: term.text)
}

#if canImport(SwiftUI)
  struct SearchFieldView: View {
    @State var model: SearchModel

    var body: some View {
      TextField("Search", text: $model.text)
        .onSubmit { model.submit() }
        .onDisappear { model.dismiss() }
    }
  }
#endif

#if canImport(UIKit)
  @MainActor final class SearchController: NSObject, UISearchBarDelegate {
    let model: SearchModel

    init(_ model: SearchModel) { self.model = model }

    func searchBar(_ searchBar: UISearchBar, textDidChange text: String) { model.text = text }
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { model.submit() }
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { model.dismiss() }
  }
#endif

func onVirtualTime() throws -> [SearchTerm?] {
  var debounce = SearchDebounce()
  try debounce.inputReceived("ab", at: 0)
  try debounce.inputReceived("abc", at: 100)
  let early = try debounce.takeDue(at: 300)  // nil
  let term = try debounce.takeDue(at: 400)  // "abc"
  return [early, term]
}

@MainActor func withoutWaiting() async throws {
  let clock = VirtualClock()
  let (terms, delivery) = AsyncStream<SearchTerm>.makeStream()
  let debouncer = SearchDebouncer(clock: clock, onClockFailure: { _ in }) { delivery.yield($0) }

  debouncer.inputReceived("abc")
  try await clock.wait { $0.deadlines.count == 1 }
  clock.advance(by: .milliseconds(300))
  for await term in terms where term.text == "abc" { break }
}
