package import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem

/// A file that stands for a standard stream, for work that needs one.
///
/// It can be read twice, and its lines have places. It goes away with the value.
package struct StreamFile: ~Copyable {
  /// Where it is, or is to be made.
  package let path: String
  private let directory: String

  /// Chooses a path in a new directory of this user's own.
  /// - Throws: `failed` when that cannot be made.
  package init(_ name: String) throws(StoreError) {
    do throws(SystemError) {
      directory = try Paths.makeTemporaryDirectory(
        prefix: (Environment["TMPDIR"] ?? "/tmp") + "/shared-store-")
    } catch {
      throw StoreError(
        .failed, "No temporary directory can be made: \(error.text).", system: .init(error))
    }
    path = directory + "/" + name
  }

  deinit {
    Paths.removeFile(path)
    Paths.removeDirectory(directory)
  }

  /// Fills it with all of standard input.
  /// - Throws: `failed`, or `full` when there is no space for it.
  package borrowing func fill() throws(StoreError) {
    do throws(SystemError) {
      try StandardStream.input.copyAll(to: path)
    } catch {
      throw StoreError(
        error.isFull ? .full : .failed, "Standard input cannot be kept: \(error.text).",
        system: .init(error))
    }
  }

  /// Writes all of it to standard output.
  /// - Throws: `failed` when that cannot be written.
  package borrowing func show() throws(StoreError) {
    do throws(SystemError) {
      try StandardStream.output.copyAll(from: path)
    } catch {
      throw StoreError(
        .failed, "The result cannot be written to standard output: \(error.text).",
        system: .init(error))
    }
  }
}
