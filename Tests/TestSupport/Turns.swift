/// Bodies that block, each on a thread of its own, a few at once, in the order in which they came.
///
/// Whoever waits for a turn blocks no thread.
package actor Turns {
  private let count: Int
  private var free: Int
  private var waiting: [(size: Int, go: CheckedContinuation<Void, Never>)] = []

  package init(_ count: Int) {
    self.count = count
    free = count
  }

  /// Runs a body when it is its turn, beside others or alone.
  nonisolated package func run(
    alone: Bool = false, _ body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let size = alone ? count : 1
    await begin(size)
    let result: Result<Void, any Error>
    do {
      try await withTaskExecutorPreference(ThreadExecutor()) { try await body() }
      result = .success(())
    } catch { result = .failure(error) }
    await end(size)
    try result.get()
  }

  private func begin(_ size: Int) async {
    if waiting.isEmpty && size <= free {
      free -= size
    } else {
      await withCheckedContinuation { waiting.append((size, $0)) }
    }
  }

  private func end(_ size: Int) {
    free += size
    while let next = waiting.first, next.size <= free {
      waiting.removeFirst()
      free -= next.size
      next.go.resume()
    }
  }
}
