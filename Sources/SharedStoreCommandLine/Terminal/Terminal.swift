import SharedStoreReader

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What standard error is: a terminal that a line can be repainted on, or a log.
package enum Terminal {
  /// Whether a bar may be painted.
  package static var isInteractive: Bool {
    guard isatty(STDERR_FILENO) == 1, let kind = Environment["TERM"] else { return false }
    return kind != "dumb"
  }

  /// The width in cells, asked anew at each repaint, since windows are resized.
  package static var columns: Int {
    var size = winsize()
    if ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return Environment["COLUMNS"].flatMap { Int($0) } ?? 80
  }

  /// Writes to standard error without ending the line.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = systemWrite(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int {
  #if canImport(Darwin)
    Darwin.write(descriptor, bytes, count)
  #else
    Glibc.write(descriptor, bytes, count)
  #endif
}
