public import SharedStoreModel

extension WriterIdentity {
  /// This process's program by its name, of version `unknown`.
  public static var ofThisProcess: WriterIdentity {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? "unknown"
    return WriterIdentity(program: name, version: "unknown")
  }
}
