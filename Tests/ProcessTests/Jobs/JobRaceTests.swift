import SharedStoreTesting
import TestSupport
import Testing

extension ProcessTests {
  /// Workers and those who end their jobs, each a process of its own.
  @Suite struct JobRaceTests {
    private let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    /// Starts one side of the races and waits until it is ready.
    private func racer(_ role: String, _ count: Int, fault: String? = nil) throws -> Child {
      let child = try bench.start(
        .jobRacer, [bench.store.container, bench.store.appGroup, role, "\(count)", bench.files],
        fault: fault)
      try child.waitUntilStopped()
      return child
    }

    /// What one side heard of each job, by the job's number.
    private func heard(_ outcome: Outcome) throws -> [Int: String] {
      try #require(outcome.exitCode == 0, "\(outcome.testDescription)")
      let pairs = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
      return Dictionary(
        uniqueKeysWithValues: try pairs.map { (try #require(Int($0[0])), String($0[1])) })
    }

    @Test func cancelAndSuccessRacedByTwoProcessesHaveOneOutcomeEach() throws {
      let races = Campaign.races.count(120, of: 1_900)
      try bench.makeFolder("files")
      for number in 1...races { try bench.makeFile("files/\(number).txt", "walrus") }
      let (worker, canceller) = (try racer("work", races), try racer("cancel", races))
      canceller.resume()
      worker.resume()
      let worked = try heard(try worker.wait(patience: .seconds(120)))
      let cancelled = try heard(try canceller.wait(patience: .seconds(120)))
      struct List: Decodable {
        struct Document: Decodable { let document: String }
        let jobs: [JobReport]?
        let documents: [Document]?
      }
      let jobs: List = try bench.app("job", "list", "--limit", "2000", "--json").decoded()
      let list: List = try bench.extension("document", "list", "--json").decoded()
      let documents = Set(try #require(list.documents).map(\.document))
      let ended = try #require(jobs.jobs)
      #expect(ended.count == races && worked.count == races && cancelled.count == races)
      for job in ended {
        #expect(["succeeded", "cancelled"].contains(job.state))
        #expect(worked[job.id] == job.state)
        let answers = job.state == "succeeded" ? ["succeeded"] : ["cancelling", "cancelled"]
        #expect(answers.contains(cancelled[job.id] ?? ""), "\(job)")
        #expect(documents.contains("\(job.id).txt") == (job.state == "succeeded"), "\(job)")
        #expect(job.attempt == 1 && (job.percent == 100) == (job.state == "succeeded"), "\(job)")
      }
      // Otherwise it was no race.
      let successes = ended.count { $0.state == "succeeded" }
      #expect(successes > races / 10 && successes < races * 9 / 10, "\(successes)")
      #expect(try bench.stagedRows() == 0)
      let snapshot: RecordReport = try bench.extension("snapshot", "documents", "--json").decoded()
      #expect(snapshot.count == Int64(successes))
      #expect(try bench.app("check", "--full").exitCode == 0)
    }

    @Test func aWorkerWhoseFirstThreadHasEndedIsAlive() throws {
      try bench.makeFolder("files")
      try bench.makeFile("files/1.txt", "walrus")
      let worker = try racer("background", 1, fault: "before-unit=stop")
      worker.resume()
      try worker.waitUntilStopped()
      #expect(try bench.job().worker == "alive")
      #expect(try bench.app("job", "resume", "1", "--json").failure?.code == "conflict")
      #expect(try bench.app("job", "recover", "1", "--json").failure?.code == "busy")
      worker.resume()
      #expect(try worker.wait().exitCode == 0)
      #expect(try bench.job().state == "succeeded")
    }
  }
}
