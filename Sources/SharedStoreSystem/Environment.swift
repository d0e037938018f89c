#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The process's environment.
package enum Environment {
  /// The value of a variable, `nil` when it is unset, empty or no UTF-8.
  package static subscript(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return SystemText.text(value)
  }

  /// The value of a variable that is no UTF-8, to be shown; `nil` when it can be used.
  package static func unusable(_ name: String) -> String? {
    guard let value = getenv(name), SystemText.text(value) == nil else { return nil }
    return SystemText.escaped(value)
  }
}
