import Foundation
import SharedStoreModel
import SharedStoreReader
import TestSupport
import Testing

@testable import SharedStoreCommandLine

/// Inputs by chance: none ends the process, and what is refused is refused in the words there are.
@Suite struct FuzzTests {
  @Test func noBytesEndTheScanner() {
    let inputs = [
      #"{"a":[1,-0.5e+3,"\u00e9\ud83d\ude00",null,true],"b":{"c":{}}}"#, "[[[]]]", #""text""#, "0",
    ]
    for seed in Campaign.fuzz.seeds(8_000, of: 3_000_000) {
      var mutation = ByteMutation(seed: seed, words: ["\"a\":", "[", "{", ",", "false", "\\u"])
      let bytes = mutation.input(from: inputs)
      guard let value = try? CanonicalJSON.scan(bytes) else { continue }
      let again = try? CanonicalJSON.scan(Array(value.canonicalText.utf8))
      #expect(again == value, "seed \(seed)")
    }
  }

  @Test func noArgumentsEndTheParser() {
    let inputs = [
      "count set todo 3 --title Milk", "--json count list", "help count",
      "count define k --where a=1",
      "--timeout=5s count set -- -k -1", "--generate-completion-script bash", "reload at-end -h",
    ]
    for seed in Campaign.fuzz.seeds(3_000, of: 500_000) {
      var mutation = ByteMutation(
        seed: seed, words: ["--", "-", "=", " ", "--json", "--help", "count", "set", "-h"])
      let line = String(decoding: mutation.input(from: inputs), as: UTF8.self)
      let tokens = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      do throws(UsageError) {
        _ = try SampleTool.parser.parse(tokens)
      } catch {
        #expect(
          error.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
          "seed \(seed)")
        #expect(error.usage.hasPrefix("Usage: "), "seed \(seed)")
      }
    }
  }

  @Test func noTextEndsWhatReadsValues() {
    let inputs = [
      "a=1", "a:int=1", "a:blob=00ff", "x:y:real=-0.0", "2026-10-25T00:50:00.000Z",
      "2026-10-25t00:50:00.123456789+02:00", "15m", "500ms",
    ]
    for seed in Campaign.fuzz.seeds(8_000, of: 3_000_000) {
      var mutation = ByteMutation(seed: seed, words: [":int=", ":null=", ":", "=", "Z", "d", "."])
      let text = String(decoding: mutation.input(from: inputs), as: UTF8.self)
      if let change = try? FieldText.parse(text) {
        let shown = FieldText.show(change.value)
        #expect(
          shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
          "seed \(seed)")
        #expect(Name.normalized(change.field.text, maximumBytes: 200) != nil, "seed \(seed)")
      }
      if let time = DateText.parse(text) {
        #expect(DateText.parse(DateText.format(time)) == time, "seed \(seed)")
      }
      #expect(DurationText.milliseconds(text).map { $0 >= 0 } != false, "seed \(seed)")
    }
  }

  @Test func noConfigurationIsTakenForAnother() throws {
    let folder = NSTemporaryDirectory() + "/fuzz-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/shared-store.json"
    let inputs = [#"{"appGroup":"group.example","container":"path"}"#, #"{"appGroup":"g"}"#]
    for seed in Campaign.fuzz.seeds(1_000, of: 200_000) {
      var mutation = ByteMutation(seed: seed, words: [#""container":"#, #""appGroup":"#, "null"])
      let bytes = mutation.input(from: inputs)
      try Data(bytes).write(to: URL(filePath: path))
      do throws(StoreError) {
        let file = try ConfigurationFile(path: path)
        let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        #expect(object?["appGroup"] as? String == file.appGroup, "seed \(seed)")
        #expect(Set((object ?? [:]).keys).isSubset(of: ["appGroup", "container"]), "seed \(seed)")
      } catch {
        #expect(error.code == .configuration && error.file != nil, "seed \(seed)")
      }
    }
  }

  @Test func noTraceEndsTheSearchField() throws {
    let inputs = [
      "0 input zo\n400 input zombie\n720 answer zombie\n1200 answer zo\n",
      "0 input a\n5 enter\n6 escape\n7 store\n8 fail a\n9 end\n", "# a comment\n\n",
    ]
    let delay = try #require(SearchDelay(milliseconds: 300))
    for seed in Campaign.fuzz.seeds(5_000, of: 1_000_000) {
      var mutation = ByteMutation(seed: seed, words: [" input ", " enter", "\n0 ", "60000"])
      guard let text = String(validating: mutation.input(from: inputs), as: UTF8.self) else {
        continue
      }
      var trace = SearchTrace(delay: delay)
      do throws(StoreError) {
        try trace.run(text)
      } catch {
        #expect(error.code == .badInput, "seed \(seed)")
      }
      let times = trace.lines.map(\.ms)
      #expect(times == times.sorted() && times.allSatisfy { $0 >= 0 }, "seed \(seed)")
    }
  }
}
