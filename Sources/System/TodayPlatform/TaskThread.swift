internal import CTodayTasks
internal import DBus

/// The thread of the tasks that belong to no actor, instead of a pool.
///
/// There is little for it to do, since the work is done by actors with threads of their own; but libdispatch, which has
/// the pool, wakes up once a second for ever after a pool was used once, and who has nothing to do should sleep.
package enum TaskThread {
    private static let loop = EventLoop(name: "tasks")

    /// Takes over the tasks of this process. To be called before the first one.
    package static func takeOver() {
        cswifttasks_take_over { job in
            guard let job else { return }
            TaskThread.loop.enqueue(ExecutorJob(unsafeBitCast(job, to: UnownedJob.self)))
        }
    }
}
