import SharedStoreModel
import SharedStoreSystem

/// What reaches a tool from outside before any command runs: none of it is repaired.
enum Borders {
  /// The variables that say where things are.
  private static let variables = [
    "SHARED_STORE_CONFIG", "SHARED_STORE_APP_GROUP", "SHARED_STORE_CONTAINER", "HOME",
    "XDG_DATA_HOME", "XDG_CONFIG_HOME",
  ]

  /// - Throws: `usage` for an argument that is no UTF-8, `configuration` for a variable or a
  ///   working directory that is none.
  static func check(_ arguments: [ProcessArguments.Argument]) throws(StoreError) {
    if let argument = arguments.first(where: { $0.text == nil }) {
      throw StoreError(
        .usage, "Argument \(argument.number) is not UTF-8: '\(argument.shown)'.",
        hint: "Nothing was done. Names, texts and paths are UTF-8.")
    }
    for variable in variables {
      guard let value = Environment.unusable(variable) else { continue }
      throw StoreError(
        .configuration, "The variable \(variable) is not UTF-8: '\(value)'.",
        hint: "Set it to a path or an id in UTF-8, or unset it.")
    }
    if let directory = Paths.unusableWorkingDirectory {
      throw StoreError(
        .configuration, "The working directory's path is not UTF-8: '\(directory)'.",
        hint: "Rename it, or run the tool elsewhere.")
    }
  }
}
