import Foundation

/// Runs a body on threads of its own and waits for all of them.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let done = DispatchSemaphore(value: 0)
  for index in 0..<count {
    let thread = Thread {
      body(index)
      done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
  for _ in 0..<count { done.wait() }
}
