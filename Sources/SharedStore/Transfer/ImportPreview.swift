public import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem

/// What an import would read and leave out; nothing is read for it but folders.
public struct ImportPreview: Hashable, Sendable {
  /// The number of files.
  public let files: Int
  /// Their bytes.
  public let bytes: Int64
  /// What would be left out, and why.
  public let leftOut: [JobUnitNote]
}

extension ImportJob {
  /// Looks at what the import would read.
  /// - Throws: `badInput` for a path where nothing is, `unreadable`.
  public func preview() throws(StoreError) -> ImportPreview {
    let tree: FileTree
    do {
      tree = try FileTree(paths.map(Paths.absolute), selection) { _ in }
    } catch {
      throw error as? StoreError ?? StoreError(.failed, "The folders cannot be read.")
    }
    let sizes = tree.files.map { (try? FileStatus(path: $0.path, followsLink: true))?.size ?? 0 }
    return ImportPreview(
      files: tree.files.count, bytes: Int64(clamping: sizes.reduce(0, +)),
      leftOut: tree.leftOut.map { JobUnitNote(unit: $0.name, note: $0.note) })
  }
}
