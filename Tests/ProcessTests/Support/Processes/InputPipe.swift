import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A FIFO as a tool's standard input, for a test that types while the tool runs.
final class InputPipe {
  private let name = "input-" + UUID().uuidString
  private var descriptor: Int32

  /// Makes a FIFO in a bench's folder, open for both, so that neither side waits for the other to
  /// open it.
  init(_ bench: Workbench) throws {
    let path = bench.folder + "/" + name
    guard mkfifo(path, 0o600) == 0 else { throw Hung(event: "a FIFO is made") }
    descriptor = open(path, O_RDWR | O_CLOEXEC)
  }

  deinit {
    close()
  }

  /// The command that becomes the tool, with this as its input.
  var prefix: [String] { ["/bin/sh", "-c", #"exec "$0" "$@" <\#(name)"#] }

  /// Writes bytes without waiting for what becomes of them.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    #if canImport(Darwin)
      _ = Darwin.write(descriptor, bytes, bytes.count)
    #else
      _ = Glibc.write(descriptor, bytes, bytes.count)
    #endif
  }

  /// Ends the input.
  func close() {
    guard descriptor >= 0 else { return }
    closeDescriptor(descriptor)
    descriptor = -1
  }
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
