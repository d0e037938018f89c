/// Changes inputs by chance, as a fuzzer does: bytes turned, pieces cut, doubled, moved or put in.
package struct ByteMutation {
  package var random: SeededGenerator
  private let words: [[UInt8]]

  /// - Parameters:
  ///   - seed: Where its random numbers begin.
  ///   - words: What means something in the inputs, and is put in more often than chance would.
  package init(seed: UInt64, words: [String]) {
    random = SeededGenerator(seed: seed)
    self.words = words.map { Array($0.utf8) } + ByteMutation.everywhere
  }

  /// What has broken readers of any text.
  private static let everywhere: [[UInt8]] = [
    [0], [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBB, 0xBF],
    [0xCC, 0x81], [0xE2, 0x80, 0x8D], [0x0D, 0x0A], [0x0A], [0x20], [0x22], [0x5C], [0x7B], [0x5B],
    Array("9223372036854775808".utf8), Array("-1".utf8), Array("1e400".utf8), Array("\\ud800".utf8),
  ]

  /// One of some inputs, changed a few times or not at all.
  package mutating func input(from inputs: [String]) -> [UInt8] {
    var bytes = Array((inputs.randomElement(using: &random) ?? "").utf8)
    for _ in 0..<Int.random(in: 0...6, using: &random) { change(&bytes, inputs) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ inputs: [String]) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where start < bytes.count: bytes[start] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: end)
    case 3:
      let times = Int.random(in: 1...300, using: &random)
      bytes.insert(
        contentsOf: [[UInt8]](repeating: Array(bytes[start..<end]), count: times).joined(), at: end)
    case 4:
      let other = Array((inputs.randomElement(using: &random) ?? "").utf8)
      bytes.replaceSubrange(start..<end, with: other)
    default: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: start)
    }
  }
}
