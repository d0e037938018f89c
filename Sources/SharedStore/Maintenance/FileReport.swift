import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem

/// What state the files of a store are in, in words for support: names, sizes, codes and numbers,
/// and nothing that anybody has stored.
struct FileReport {
  let text: String

  init(_ paths: StorePaths, names files: [String]) {
    var lines = ["SQLite \(LibraryStatus.loaded.version)"]
    for file in files {
      guard let status = try? FileStatus(path: file) else { continue }
      let mode = String(status.permissions, radix: 8)
      lines.append("\(Paths.name(of: file)): \(status.size) bytes, mode \(mode)")
    }
    lines += FileReport.check(paths)
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Its own connection, which is closed before a file is moved.
  private static func check(_ paths: StorePaths) -> [String] {
    guard let container = Paths.parent(of: paths.directory) else { return [] }
    let location = StoreLocation.container(container, appGroup: paths.appGroup.id)
    do throws(StoreError) {
      let check = try StoreCheck.run(location, full: true)
      let token = check.token.map {
        "store revision \($0.revision), incarnation \($0.incarnation)"
      }
      return [token ?? "store revision: damaged"]
        + check.findings.map { "\($0.name): \($0.examined) examined, \($0.faults) faults" }
    } catch {
      return ["check: \(error.code.word)\(error.sqlite.map { ", \($0.name)" } ?? "")"]
    }
  }
}
