#if canImport(Darwin)
  // By notifications: Darwin/DarwinFolderWatch.swift.
#else
  import Glibc

  /// Says that names in a folder have changed, or the bytes of one file in it.
  ///
  /// The folder is watched for its names and the file for its bytes, and not the folder for the
  /// bytes of everything in it: a database's log changes several times a commit, and before the
  /// commit can be read. As long as there is no such folder, the one above it is watched instead.
  package struct FolderWatch: ~Copyable, Sendable {
    private let descriptor: Descriptor
    private let directory: String
    private let file: String
    private var armed = Armed()

    /// The kernel's numbers for what is watched, one each; -1 for what is not there.
    private struct Armed: Equatable {
      var directory: Int32 = -1
      var file: Int32 = -1
      var parent: Int32 = -1

      var all: Set<Int32> { [directory, file, parent] }
    }

    private static let names =
      UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
      | UInt32(IN_ONLYDIR)
    private static let bytes = UInt32(IN_MODIFY) | UInt32(IN_DONT_FOLLOW)

    /// Prepares to watch; nothing is told before ``arm()``.
    /// - Parameters:
    ///   - directory: The folder's path, which need not exist.
    ///   - name: The file's name in it.
    ///   - topic: What others announce where folders cannot be watched; not used here.
    /// - Throws: The system call's error: a user may have only so many watches.
    package init(directory: String, name: String, topic: String) throws(SystemError) {
      let number = try SystemError.check("inotify_init1") {
        inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      }
      descriptor = try Descriptor(adopting: number)
      self.directory = directory
      file = directory + "/" + name
    }

    /// Readable when there is something to take.
    package var source: InputSource { InputSource(number: descriptor.number) }

    /// Watches what stands at the paths now; what has happened there before is not told.
    /// - Returns: Whether it is something else than what was watched before.
    package mutating func arm() -> Bool {
      let before = armed
      armed.directory = add(directory, FolderWatch.names)
      armed.parent = -1
      if armed.directory < 0, let parent = Paths.parent(of: directory) {
        armed.parent = add(parent, FolderWatch.names)
        // It may have come while nobody looked.
        armed.directory = add(directory, FolderWatch.names)
      }
      armed.file = add(file, FolderWatch.bytes)
      guard armed != before else { return false }
      for number in before.all.subtracting(armed.all) where number >= 0 {
        inotify_rm_watch(descriptor.number, number)
      }
      return true
    }

    /// The number of a watch; the one it has if that is watched already.
    private func add(_ path: String, _ mask: UInt32) -> Int32 {
      inotify_add_watch(descriptor.number, path, mask)
    }

    /// Takes everything that has been told, and watches anew what was moved, deleted or lost.
    /// - Returns: Whether there was anything.
    package mutating func take() -> Bool {
      var chunk = [UInt8](repeating: 0, count: 4_096)
      var (isTold, isMoved) = (false, false)
      while let count = try? descriptor.read(into: &chunk), count > 0 {
        // That a watch has ended follows from what was told before, or was our own wish.
        for mask in FolderWatch.masks(chunk[..<count]) where mask & UInt32(IN_IGNORED) == 0 {
          isTold = true
          // Anything but new bytes is about names, or says that something was lost.
          if mask != UInt32(IN_MODIFY) { isMoved = true }
        }
      }
      if isMoved { _ = arm() }
      return isTold
    }

    /// The second word of each event, inotify(7).
    private static func masks(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
      let header = MemoryLayout<inotify_event>.size
      return bytes.withUnsafeBytes { bytes in
        var masks: [UInt32] = []
        var place = 0
        while place + header <= bytes.count {
          let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          masks.append(event.mask)
          place += header + Int(event.len)
        }
        return masks
      }
    }
  }
#endif
