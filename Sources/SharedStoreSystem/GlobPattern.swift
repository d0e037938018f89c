#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pattern of names as the shell has it, fnmatch(3): `*`, `?` and `[…]`.
package struct GlobPattern: Hashable, Sendable {
  /// The pattern as it was given.
  package let text: String

  package init(_ text: String) { self.text = text }

  /// Whether a file or folder is meant: by its name, or by its path if the pattern has a slash.
  /// - Parameters:
  ///   - path: The path below the folder that is searched.
  ///   - name: The last part of it.
  /// - Returns: Whether it is.
  package func matches(path: String, name: String) -> Bool {
    let pattern = text.utf8.last == UInt8(ascii: "/") ? String(text.dropLast()) : text
    return pattern.utf8.contains(UInt8(ascii: "/"))
      ? fnmatch(pattern, path, FNM_PATHNAME) == 0 : fnmatch(pattern, name, 0) == 0
  }
}
