import Foundation
import SharedStoreTesting

/// A way in which a store cannot be used.
enum Sickness: CaseIterable {
  case text, emptyFile, pipe, directory, otherApplication, newerSchema, alteredSchema
  case damagedPages, noStore, noFolder, containerIsAFile, noAppGroup, noIndexOfALog

  /// The exit code of whoever meets it.
  var exitCode: Int32 {
    switch self {
    case .text, .emptyFile, .pipe, .directory, .otherApplication, .newerSchema, .alteredSchema: 7
    case .damagedPages: 8
    case .noStore, .noFolder: 4
    case .containerIsAFile, .noAppGroup: 78
    case .noIndexOfALog: 17
    }
  }

  /// The word of that code.
  var reason: String {
    switch exitCode {
    case 7: "incompatible"
    case 8: "damaged"
    case 4: "store-missing"
    case 17: "recovery-needed"
    default: "configuration"
    }
  }

  /// Whether something stands in the database's place.
  var leavesAFile: Bool {
    ![.noStore, .noFolder, .containerIsAFile, .noAppGroup].contains(self)
  }

  /// Makes a bench's store sick; that there is no app group is up to the environment.
  func fall(upon bench: Workbench) throws {
    let (store, files) = (bench.store, FileManager.default)
    switch self {
    case .text: try Impostor.text.put(in: bench)
    case .emptyFile: try Impostor.zeroBytes.put(in: bench)
    case .pipe: try Impostor.pipe.put(in: bench)
    case .directory: try Impostor.directory.put(in: bench)
    case .otherApplication: try Impostor.otherApplication.put(in: bench)
    case .newerSchema: try Impostor.newerSchema.put(in: bench)
    case .alteredSchema: try Impostor.plantedIndex.put(in: bench)
    case .damagedPages: try Sickness.damage(store.store)
    case .noStore: try files.removeItem(atPath: store.store)
    case .noFolder: try files.removeItem(atPath: store.directory)
    case .containerIsAFile:
      try files.removeItem(atPath: store.container)
      try Data().write(to: URL(filePath: store.container))
    case .noAppGroup: break
    case .noIndexOfALog:
      try bench.run(.app, ["count", "add", "todo", "1"], fault: "after-commit=kill")
      try files.removeItem(atPath: store.logIndex)
    }
  }

  /// Writes over the whole of a file but its first page.
  private static func damage(_ path: String) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    let end = try handle.seekToEnd()
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(end) - 4_096))
    try handle.close()
  }
}
