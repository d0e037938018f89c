#if canImport(Darwin)
  import Darwin
#endif

/// Tells other processes that a file was written, where they cannot see that from its folder.
package enum FolderAnnouncement {
  /// Tells whoever watches under a topic; where folders are watched, they know already.
  package static func post(_ topic: @autoclosure () -> String) {
    #if canImport(Darwin)
      notify_post(topic())
    #endif
  }
}
