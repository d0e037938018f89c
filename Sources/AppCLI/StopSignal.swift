import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Waits that SIGINT and SIGTERM cut short.
final class StopSignal {
  private let semaphore = DispatchSemaphore(value: 0)
  private var sources: [any DispatchSourceSignal] = []

  init() {
    let semaphore = semaphore
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { semaphore.signal() }
      source.resume()
      sources.append(source)
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// Waits.
  /// - Returns: Whether a signal came.
  func wait(milliseconds: Int) -> Bool {
    semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
  }
}
