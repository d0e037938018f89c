#if canImport(Darwin)
  import Darwin

  /// Says that a writer has announced something under a topic, by Darwin's notifications: they reach
  /// other processes, carry no data, and several may come as one.
  ///
  /// Not compiled on Linux, where the folder itself is watched.
  package struct FolderWatch: ~Copyable, Sendable {
    private let descriptor: Descriptor
    private let token: Int32
    private var isArmed = false

    package init(directory: String, name: String, topic: String) throws(SystemError) {
      var (number, token): (Int32, Int32) = (-1, -1)
      let status = notify_register_file_descriptor(topic, &number, 0, &token)
      guard status == UInt32(NOTIFY_STATUS_OK) else {
        throw SystemError(number: EAGAIN, operation: "notify_register_file_descriptor")
      }
      _ = fcntl(number, F_SETFL, O_NONBLOCK)
      descriptor = try Descriptor(adopting: number)
      self.token = token
    }

    deinit {
      notify_cancel(token)
    }

    package var source: InputSource { InputSource(number: descriptor.number) }

    package mutating func arm() -> Bool {
      defer { isArmed = true }
      return !isArmed
    }

    package mutating func take() -> Bool {
      var chunk = [UInt8](repeating: 0, count: 256)
      var isTold = false
      while let count = try? descriptor.read(into: &chunk), count > 0 { isTold = true }
      return isTold
    }
  }
#endif
