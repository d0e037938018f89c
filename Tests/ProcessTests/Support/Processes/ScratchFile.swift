#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file without a name, for a child's standard streams: nothing to remove, and no pipe that
/// could fill.
final class ScratchFile {
  let descriptor: Int32

  init(_ contents: [UInt8] = []) throws {
    var template = Array("/tmp/process-tests-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw Spawn.Failure(command: ["mkstemp"], reason: String(cString: strerror(errno)))
    }
    unlink(template)
    // Children get copies without this flag, of their own files only.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard pwrite(descriptor, contents, contents.count, 0) == contents.count else {
      throw Spawn.Failure(command: ["pwrite"], reason: String(cString: strerror(errno)))
    }
  }

  deinit {
    close(descriptor)
  }

  /// What is in it now.
  var text: String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &chunk, chunk.count, off_t(bytes.count))
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}
