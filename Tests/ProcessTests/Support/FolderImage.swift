import Foundation
import Testing

/// What lies in a folder: every name with its kind and, for files, its bytes.
struct FolderImage: Hashable {
  let entries: [String: Entry]

  enum Entry: Hashable {
    case file([UInt8], mode: Int)
    case directory
    case link(String)
    case other
  }

  /// Looks at a folder and everything under it.
  init(_ folder: String) throws {
    var entries: [String: Entry] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      entries[name] = try Entry(path: folder + "/" + name)
    }
    self.entries = entries
  }

  /// The names, sorted.
  var names: [String] { entries.keys.sorted() }
}

extension FolderImage.Entry {
  /// Looks at one file, without following a link.
  init(path: String) throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    switch attributes[.type] as? FileAttributeType {
    case .typeRegular:
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
      self = .file(bytes, mode: (attributes[.posixPermissions] as? Int) ?? 0)
    case .typeDirectory: self = .directory
    case .typeSymbolicLink:
      self = .link(try FileManager.default.destinationOfSymbolicLink(atPath: path))
    default: self = .other
    }
  }
}

extension FolderImage.Entry: CustomTestStringConvertible {
  var testDescription: String {
    switch self {
    case .file(let bytes, let mode):
      "file of \(bytes.count) bytes (\(bytes.hashValue)), mode \(String(mode, radix: 8))"
    case .directory: "directory"
    case .link(let target): "link to \(target)"
    case .other: "something else"
    }
  }
}

extension FolderImage: CustomTestStringConvertible {
  var testDescription: String {
    entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.testDescription)" }
      .joined(separator: "\n")
  }
}
