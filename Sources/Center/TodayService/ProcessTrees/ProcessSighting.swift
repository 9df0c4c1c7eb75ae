internal import TodayPlatform

/// A process at one moment, as `/proc` shows it; proc(5).
package struct ProcessSighting: Hashable, Sendable {
    /// The identity of a process: its number is reused some time after its end, but not with the same start time.
    package struct ID: Hashable, Sendable {
        package let number: Int32
        /// The start time, in ticks since the machine booted.
        package let start: UInt64

        package init(number: Int32, start: UInt64) {
            self.number = number
            self.start = start
        }
    }

    package let id: ID
    package var parent: Int32
    package var group: Int32
    package var session: Int32
    /// Whether it has ended and waits for its parent to collect it. If only its first thread has ended, it still runs.
    package var isOver = false
    /// The ``ProcessMark`` in its initial environment, if that was read.
    package var mark: ProcessFamilies.Family?
    /// Its memory, in bytes.
    package var memory: UInt64 = 0

    package init(_ id: ID, parent: Int32, group: Int32, session: Int32) {
        self.id = id
        self.parent = parent
        self.group = group
        self.session = session
    }

    init(_ stat: ProcessStat) {
        self.init(
            ID(number: stat.number, start: stat.start), parent: stat.parent, group: stat.group, session: stat.session)
        isOver = stat.isOver
    }

    /// Reads a process; nil if it is gone.
    static func of(_ process: Int32) -> ProcessSighting? { ProcessStat.of(process).map(ProcessSighting.init) }
}
