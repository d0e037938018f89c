#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The name and release of the system's kernel.
package enum SystemVersion {
  /// Such as `Linux 6.1.0`; `unknown` when the system does not say.
  package static var text: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return field(&name.sysname) + " " + field(&name.release)
  }

  private static func field<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
