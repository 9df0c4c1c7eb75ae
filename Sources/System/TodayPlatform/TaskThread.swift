internal import CTodayTasks
internal import DBus

/// The thread of the tasks that don't belong to an actor, instead of a pool.
///
/// It has little to do, since actors with their own threads do the work. But after the first use of its pool,
/// libdispatch wakes up once a second forever, and an idle process should sleep.
package enum TaskThread {
    private static let loop = EventLoop(name: "tasks")

    /// Takes over the tasks of this process. Call it before the first task.
    package static func install() {
        cswifttasks_install { job in
            guard let job else { return }
            TaskThread.loop.enqueue(ExecutorJob(unsafeBitCast(job, to: UnownedJob.self)))
        }
    }
}
