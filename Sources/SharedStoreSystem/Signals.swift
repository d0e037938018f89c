import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The wish of somebody outside that the process stop: Ctrl-C, `kill`, a terminal that has gone.
///
/// A signal is counted and written to a pipe by its handler, on whatever thread it comes to. No
/// queue and no thread of ours has to be free for that.
package enum Signals {
  private static let arrived = Atomic<Int>(0)
  private static let writingEnd = Atomic<Int32>(-1)
  private static let endsAtSecond = Atomic<Bool>(true)

  /// From now on SIGINT, SIGTERM and SIGHUP are counted and written to a pipe.
  ///
  /// They do not end the process, but the second one does, at once and with status 130. Writing to
  /// a stream that nobody reads, or beyond a limit of file size, is an error and no death.
  /// - Parameters:
  ///   - pipe: The pipe; it must live until ``ignore()`` is called.
  ///   - isEnd: `false` where what is left to do after the first signal is short.
  package static func count(waking pipe: borrowing Pipe, endsAtSecond isEnd: Bool = true) {
    endsAtSecond.store(isEnd, ordering: .relaxed)
    writingEnd.store(pipe.writingNumber, ordering: .relaxed)
    // Under nohup(1) the end of the terminal means nothing.
    let numbers = [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])
    for number in numbers { signal(number, noteSignal) }
    neverDieOfWriting()
  }

  /// Writing beyond a limit of file size, or to a stream that nobody reads, is an error and no
  /// death.
  package static func neverDieOfWriting() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// From now on the signals mean nothing: what is left to do is short and ends by itself.
  package static func ignore() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    writingEnd.store(-1, ordering: .relaxed)
  }

  /// Whether one has come.
  package static var hasArrived: Bool { arrived.load(ordering: .relaxed) > 0 }

  /// A handler is given nothing but a number, and may call nothing but what signal-safety(7) lists.
  private static let noteSignal: @convention(c) (Int32) -> Void = { _ in
    let saved = errno
    let before = arrived.add(1, ordering: .relaxed).oldValue
    if before > 0, endsAtSecond.load(ordering: .relaxed) { _exit(130) }
    var byte: UInt8 = 0
    let end = writingEnd.load(ordering: .relaxed)
    if end >= 0 { _ = write(end, &byte, 1) }
    errno = saved
  }

  /// Whether the process was started so that a signal does nothing.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // SIG_IGN is a number in the place of a function.
    return unsafeBitCast(handler, to: Int.self) == 1
  }
}

/// Ends the process.
package func endProcess(status: Int32) -> Never {
  exit(status)
}
