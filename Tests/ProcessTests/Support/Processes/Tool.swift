import Foundation
import Testing

/// One of the built executables, beside the test bundle.
enum Tool: String, CaseIterable {
  case app
  case `extension`
  case contentionWriter = "ContentionWriter"
  case documentWriter = "DocumentWriter"
  case jobRacer = "JobRacer"

  /// The two tools that people use.
  static let forPeople: [Tool] = [.app, .extension]

  /// The folder of the built products.
  static let folder: URL = {
    // On Linux the test process lies in it; on macOS an .xctest bundle does.
    let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
    return bundles.first?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }()

  /// The executable's path.
  var path: String { Tool.folder.appending(path: rawValue).path(percentEncoded: false) }
}

extension Tool: CustomTestStringConvertible {
  var testDescription: String { rawValue }
}
