/// How a child process is started.
struct Launch {
  /// The program's path and its arguments.
  var command: [String]
  /// Its whole environment, but for what the tests' own set-up needs.
  var environment: [String: String] = [:]
  /// Its working directory; by default the tests' own.
  var workingDirectory: String?
  /// What it finds on standard input.
  var input: [UInt8] = []
  /// A file it writes its standard output to, instead of the one kept for the outcome.
  var outputPath: String?
  /// A file or terminal it writes its standard error to, in the same way.
  var errorPath: String?

  init(_ command: [String]) {
    self.command = command
  }

  /// The command as it is run: a shell changes the directory first and then becomes the program,
  /// since `posix_spawn` cannot do that everywhere.
  var arguments: [String] {
    guard let workingDirectory else { return command }
    return ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, workingDirectory] + command
  }
}
