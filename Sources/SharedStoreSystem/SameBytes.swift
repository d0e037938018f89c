#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whether a text is exactly these bytes.
package func isSame(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var text = text
  return text.withUTF8 { expected in
    guard expected.count == bytes.count, let left = expected.baseAddress,
      let right = bytes.baseAddress
    else { return expected.isEmpty && bytes.isEmpty }
    return memcmp(left, right, bytes.count) == 0
  }
}
