import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProcessTests {
  @Suite struct JobKillTests {
    private static let files = 40

    @Test func importsKilledAtRandomMomentsAreResumedOrRecoveredWholly() throws {
      let bench = try Workbench()
      var random = Campaign.imports.random
      var (killed, expected, microseconds) = (0, 0, 60_000.0)
      var (last, rounds) = (0, 0)
      // A sample is over when some were killed in their work, which a moment by chance may miss.
      let wanted = Campaign.imports.count(2, of: .max)
      for round in Campaign.imports.rounds(80, of: 2_000) {
        guard killed < wanted else { break }
        rounds += 1
        let folder = "files/\(round)"
        try bench.makeFolder(folder)
        for number in 0..<JobKillTests.files {
          try bench.makeFile("\(folder)/\(round)-\(number).txt", "walrus \(number)")
        }
        let child = try bench.start(.app, ["import", folder])
        // The moment is random on purpose: every one of them must be survived.
        usleep(UInt32(Double.random(in: 0...microseconds, using: &random)))
        child.kill()
        let code = try child.wait().exitCode
        let jobs = try bench.number("SELECT coalesce(max(id), 0) FROM jobs")
        // Moments drift to where the work is, however fast the machine is just now.
        microseconds *= code == 0 ? 0.7 : jobs == last ? 1.4 : 1
        guard jobs > last else { continue }
        last = jobs
        let job = try bench.job(jobs)
        if job.state == "succeeded" {
          expected += JobKillTests.files
        } else if job.state == "pending" {
          #expect(try bench.app("job", "cancel", "\(jobs)").exitCode == 0)
        } else {
          killed += 1
          #expect(job.state == "running" && job.worker == "gone")
          #expect(try bench.documentCount() == expected)
          let verb = killed % 2 == 0 ? "resume" : "recover"
          let outcome = try bench.app("job", verb, "\(jobs)")
          #expect(outcome.exitCode == 0, "\(outcome.error)")
          if verb == "resume" { expected += JobKillTests.files }
          try expectEnded(bench, jobs, verb)
        }
        #expect(try bench.documentCount() == expected)
        #expect(try bench.stagedRows() == 0)
      }
      // Otherwise the moments were not where the work is.
      #expect(killed >= min(wanted, rounds / 8), "\(killed)")
      #expect(try bench.app("check", "--full").exitCode == 0)
    }

    private func expectEnded(_ bench: Workbench, _ id: Int, _ verb: String) throws {
      let ended = try bench.job(id)
      #expect(ended.state == (verb == "resume" ? "succeeded" : "failed"))
      guard verb == "resume" else { return }
      let files = JobKillTests.files
      #expect(ended.attempt == 2 && ended.stages.map(\.done) == [files, files, 1])
    }

    @Test func eightProcessesRunEachJobOnce() throws {
      let bench = try Workbench()
      let jobs = Campaign.jobs.count(25, of: 300)
      try bench.makeFolder("files")
      for number in 0..<jobs {
        // A file of its own: of two jobs that make one document at once, one is refused.
        try bench.makeFile("files/\(number).txt", "walrus")
        #expect(try bench.app("import", "files/\(number).txt", "--enqueue").exitCode == 0)
      }
      // Eight shells go through all jobs; whoever is late is told so.
      let codes = try (0..<8).map { worker in
        try bench.start(
          .app, ["\(jobs)"],
          prefix: [
            "/bin/sh", "-c",
            #"for id in $(seq 1 $2); do "$1" --timeout 60s job run $id >/dev/null 2>&1; echo $?; done"#,
            "sh",
          ])
      }.map { try $0.wait(patience: .seconds(18 * 60)).output.split(separator: "\n") }.flatMap {
        $0
      }
      #expect(codes.count == 8 * jobs)
      #expect(codes.filter { $0 == "0" }.count == jobs)
      let others = codes.filter { $0 != "0" && $0 != "14" }
      #expect(others.isEmpty, "\(Set(others))")
      #expect(try bench.number("SELECT count(*) FROM job_attempts") == jobs)
      #expect(try bench.number("SELECT count(*) FROM jobs WHERE state = 'succeeded'") == jobs)
      #expect(try bench.number("SELECT max(attempt) FROM jobs") == 1)
    }
  }
}
