#if os(Linux) || os(macOS)
  public import SharedStoreModel
  import Foundation

  extension TemporaryStore {
    /// Runs a program of the package that is tested, with this store as the one it is configured for.
    ///
    /// It finds the program beside the tests, where the package manager builds both; name it in the
    /// test target's dependencies. It waits on its thread until the program has ended.
    ///
    /// ```swift
    /// let output = try temporary.run("extension", "snapshot", "todo", "--json")
    /// ```
    /// - Parameters:
    ///   - program: The name of the product.
    ///   - arguments: Its arguments.
    /// - Returns: What it printed to standard output; standard error is that of the test.
    /// - Throws: `failed` when it cannot be started, or does not end with exit status 0.
    @discardableResult
    public func run(_ program: String, _ arguments: String...) throws(StoreError) -> String {
      let (process, output) = (Process(), Pipe())
      process.executableURL = TemporaryStore.products.appending(path: program)
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardOutput = output
      do {
        try process.run()
      } catch {
        throw StoreError(.failed, "There is no program '\(program)' beside the tests.")
      }
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationReason == .exit, process.terminationStatus == 0 else {
        let how = process.terminationReason == .exit ? "exit status" : "signal"
        throw StoreError(
          .failed, "The program '\(program)' ended with \(how) \(process.terminationStatus).")
      }
      return String(decoding: data, as: UTF8.self)
    }

    /// Where the package manager puts what it builds: beside the bundle of the tests.
    private static var products: URL {
      let bundle = Bundle(for: TemporaryStore.self).bundleURL
      return bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    }
  }
#endif
