public import SharedStoreModel
import SharedStoreSystem

extension WriterIdentity {
  /// This process's program by the name it was started with, of version `unknown`.
  public static var thisProgram: WriterIdentity {
    WriterIdentity(program: ProcessArguments.programName ?? "unknown", version: "unknown")
  }
}
