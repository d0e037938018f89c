import Testing

/// The rules are no better than the eyes that look for them.
@Suite struct SourceTextTests {
  private func code(_ text: String) -> String { SourceText.split(text).code }

  @Test func commentsAreTakenOutAndLinesStayInPlace() {
    #expect(code("a // try! x\nb") == "a \nb")
    #expect(code("a /* try!\n x */ b") == "a \n b")
    #expect(code("a / b") == "a / b")
  }

  @Test func literalsAreEmptiedAndKept() {
    let split = SourceText.split(#"f("try! \" // x", g)"#)
    #expect(split.code == #"f("", g)"#)
    #expect(split.literals == [#"try! \" // x"#])
    #expect(code("f(\"\"\"\n  a \"quoted\" b\n  \"\"\", g)") == "f(\"\"\n\n, g)")
    #expect(code(##"f(#"a "b" c"#, g)"##) == #"f("", g)"#)
    #expect(code(#"f("", "\\", g)"#) == #"f("", "", g)"#)
  }

  @Test func theCodeOfAnInterpolationIsCode() {
    let split = SourceText.split(#"f("a \(x! + g("b", (1))) c")"#)
    #expect(split.code == #"f(x! + g("", (1))"")"#)
    #expect(split.literals == ["b", #"a \( c"#])
    #expect(SourceText.split(##"f(#"a \(x) \#(y)"#)"##).code == #"f(y"")"#)
  }

  @Test(
    arguments: [
      ("import Foundation", "Foundation"), ("  import Glibc", "Glibc"),
      ("@_exported public import SharedStoreModel", "SharedStoreModel"),
      ("package import SharedStoreSQLite", "SharedStoreSQLite"),
      ("@testable import SharedStore", "SharedStore"),
      ("@_spi(_Unicode) import Swift", "Swift"), ("import struct Foundation.Data", "Foundation"),
      ("let import = 3", nil), ("imported()", nil), ("important import Foundation", nil), ("", nil),
    ])
  func anImportNamesItsModule(_ line: String, _ module: String?) {
    #expect(SourceText.module(in: line) == module)
  }

  @Test func thePackageIsFound() {
    #expect(Package.sources.count > 100)
    #expect(Package.tests.contains { $0.path == "Tests/ArchitectureTests/SourceTextTests.swift" })
    #expect(Package.sources.allSatisfy { !$0.target.isEmpty && !$0.code.isEmpty })
  }
}
