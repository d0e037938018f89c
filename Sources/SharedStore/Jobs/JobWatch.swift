import Dispatch
import SharedStoreModel
import SharedStoreReader

/// Looks after a job every 20 milliseconds while its worker is busy: it hears of a cancel, and
/// writes progress that a slow unit would hide.
final class JobWatch {
  private let timer: any DispatchSourceTimer

  init(_ session: JobSession) {
    let reader = StoreReader(session.writer.location)
    let claim = session.claim
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "SharedStore.job.watch"))
    timer.setEventHandler {
      do throws(StoreError) {
        let state = try reader.jobState(claim.job, claim: claim.token)
        if state != .running { session.cancellation.request() }
      } catch {
        // A reading that fails says nothing; the next unit's own write will.
      }
      session.flushLate()
    }
    timer.schedule(deadline: .now(), repeating: .milliseconds(20))
    timer.resume()
  }

  deinit {
    timer.cancel()
  }
}
