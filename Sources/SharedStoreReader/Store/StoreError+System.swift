package import SharedStoreModel
package import SharedStoreSystem

extension StoreError.SystemCode {
  /// The code of a system call that failed.
  package init(_ error: SystemError) { self.init(number: error.number, text: error.text) }
}
