/// Text that the system hands over as bytes: arguments, variables, names of files.
///
/// What is no UTF-8 is never repaired: two names that differ there would become one, and a file
/// would be written that nobody named.
package enum SystemText {
  /// The text of a C string; `nil` when it is no UTF-8.
  package static func text(_ pointer: UnsafePointer<CChar>) -> String? {
    String(validatingCString: pointer)
  }

  /// A C string to be shown: each byte that is no UTF-8 as `\xFF`.
  package static func escaped(_ pointer: UnsafePointer<CChar>) -> String {
    escaped(
      pointer.withMemoryRebound(to: UInt8.self, capacity: 1) { start in
        var bytes: [UInt8] = []
        while start[bytes.count] != 0 { bytes.append(start[bytes.count]) }
        return bytes
      })
  }

  /// Bytes to be shown: each that is no UTF-8 as `\xFF`.
  package static func escaped(_ bytes: [UInt8]) -> String {
    var (shown, place) = ("", 0)
    while place < bytes.count {
      // A scalar has up to four bytes; the first length that is one whole scalar is it.
      let scalar = (1...4).lazy.compactMap { length -> (String, Int)? in
        guard place + length <= bytes.count,
          let text = String(validating: bytes[place..<(place + length)], as: UTF8.self)
        else { return nil }
        return (text, length)
      }.first
      if let (text, length) = scalar {
        shown += text
        place += length
      } else {
        shown +=
          "\\x" + String(bytes[place] >> 4, radix: 16, uppercase: true)
          + String(bytes[place] & 0xF, radix: 16, uppercase: true)
        place += 1
      }
    }
    return shown
  }
}

/// What the process was started with.
package enum ProcessArguments {
  /// The arguments after the program's name, or which is no UTF-8.
  package static var all: [Argument] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { number in
      CommandLine.unsafeArgv[number].map { Argument(number: number, pointer: $0) }
    }
  }

  /// The last part of the path that the program was started by, safe to be shown.
  package static var programName: String? {
    guard CommandLine.argc > 0, let path = CommandLine.unsafeArgv[0] else { return nil }
    let name = Paths.name(of: SystemText.escaped(path))
    return name.isEmpty ? nil : name
  }

  /// One argument.
  package struct Argument {
    /// Its place, from 1.
    package let number: Int
    /// Its text; `nil` when it is no UTF-8.
    package let text: String?
    /// The argument to be shown.
    package let shown: String

    fileprivate init(number: Int, pointer: UnsafePointer<CChar>) {
      self.number = number
      text = SystemText.text(pointer)
      shown = text ?? SystemText.escaped(pointer)
    }
  }
}
