import Foundation
import SharedStoreTesting
import TestSupport
import Testing

extension ProcessTests {
  /// Lines of `apply` by chance: all of them are applied, or none, and the store stays sound.
  @Suite struct FuzzTests {
    private static let inputs = [
      #"{"create":"a","fields":{"x":1,"t":"text"}}"#, #"{"edit":"a","set":{"x":2},"unset":["t"]}"#,
      #"{"edit":"a","set":{"x":{"real":"inf"}},"name":"Move"}"#, #"{"undo":"a"}"#, #"{"redo":"a"}"#,
      #"{"load":"a","fields":{"b":{"blob":"00ff"}}}"#, #"{"delete":"a"}"#,
      #"{"count":"todo","set":3,"title":"Milk"}"#, #"{"count":"todo","add":-1}"#,
      #"{"publish":"k","payload":{"n":[1.0,2e3]}}"#,
    ]

    private struct Status: Decodable {
      let storeRevision: Int64
    }

    private func revision(_ bench: Workbench) throws -> Int64 {
      let status: Status = try bench.app("status", "--json").decoded()
      return status.storeRevision
    }

    @Test func linesByChanceAreAppliedAllOrNone() throws {
      let bench = try Workbench()
      let codes: Set<Int32> = [0, 2, 3, 14, 15, 16, 65]
      for seed in Campaign.fuzz.seeds(40, of: 8_000) {
        var mutation = ByteMutation(seed: seed, words: ["\"ifRevision\":0,", "\"fields\":", "\n"])
        var lines: [UInt8] = []
        for _ in 0..<Int.random(in: 1...4, using: &mutation.random) {
          lines += mutation.input(from: FuzzTests.inputs) + [0x0A]
        }
        let before = try revision(bench)
        let file = bench.folder + "/lines"
        try Data(lines).write(to: URL(filePath: file))
        let outcome = try bench.run(.app, ["apply", file, "--json"])
        #expect(codes.contains(outcome.exitCode ?? -1), "seed \(seed) \(outcome.testDescription)")
        let after = try revision(bench)
        #expect(after == before || (outcome.exitCode == 0 && after == before + 1), "seed \(seed)")
      }
      try bench.app("check", "--full").expectSuccess()
    }
  }
}
