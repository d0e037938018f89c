#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The process's environment.
package enum Environment {
  /// The value of a variable, `nil` when it is unset or empty.
  package static subscript(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
