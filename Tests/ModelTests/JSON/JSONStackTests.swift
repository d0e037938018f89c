import Foundation
import Synchronization
import Testing

@testable import SharedStoreModel

/// The deepest values, on a stack no larger than that of a thread that nobody asked more for.
@Suite struct JSONStackTests {
  private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
    let failure = Mutex<(any Error)?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do { try body() } catch { failure.withLock { $0 = error } }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  @Test func aSmallStackSufficesForTheDeepestValue() throws {
    let open = String(repeating: #"{"inner":["#, count: 64)
    let text = open + String(repeating: "]}", count: 64)
    try onSmallStack {
      let value = try JSONScanner.scan(Array(text.utf8))
      let tree = try JSONTreeDecoder.decode(Branch.self, from: value)
      #expect(try JSONTreeEncoder.encode(tree).canonicalText == text)
      #expect(value.withArraysSorted == value)
    }
  }

  @Test func aSmallStackSufficesToRefuseWhatIsTooDeep() throws {
    try onSmallStack {
      #expect(throws: JSONError.self) {
        try JSONScanner.scan(Array(String(repeating: #"[{"a":"#, count: 100_000).utf8))
      }
      var tree = Branch(inner: [])
      for _ in 0..<300 { tree = Branch(inner: [tree]) }
      #expect(throws: EncodingError.self) { try JSONTreeEncoder.encode(tree) }
      #expect(throws: EncodingError.self) { try JSONTreeEncoder.encode(Endless()) }
    }
  }
}

private struct Branch: Codable {
  var inner: [Branch]
}

/// Wraps itself, and adds no level of JSON by it.
private struct Endless: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Endless())
  }
}
