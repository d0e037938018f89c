import Foundation

/// Runs each piece of a task on a thread of its own, so that a body that blocks holds no thread of
/// the pool that all tasks share: that pool has one a core.
package final class ThreadExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    thread.stackSize = 8 << 20
    thread.start()
  }
}
