internal import Platform

/// A process at one moment, as `/proc` shows it; proc(5).
package struct ProcessSighting: Hashable, Sendable {
    /// Which process: its number is used again some time after its end, but not with the same start.
    package struct ID: Hashable, Sendable {
        package let number: Int32
        /// When it was started, in ticks since the machine was.
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
    /// Whether it has ended, and waits for its parent to collect it. One whose first thread alone has ended has not.
    package var isOver = false
    /// What ``mark`` was in the environment that it was started with, where that was looked for.
    package var mark: ProcessFamilies.Family?
    /// What it uses, in bytes.
    package var memory: UInt64 = 0

    package init(_ id: ID, parent: Int32, group: Int32, session: Int32) {
        self.id = id
        self.parent = parent
        self.group = group
        self.session = session
    }

    /// Reads the text of `/proc/PID/stat`; nil for anything else.
    package init?(stat text: String) {
        // The name is in parentheses, and may hold anything.
        guard let opening = text.firstIndex(of: "("), let closing = text.lastIndex(of: ")"), opening < closing,
            let number = Int32(text[..<opening].dropLast())
        else { return nil }
        let fields = text[text.index(after: closing)...].split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let group = Int32(fields[2]),
            let session = Int32(fields[3]), let threads = Int32(fields[17]), let start = UInt64(fields[19])
        else { return nil }
        self.init(ID(number: number, start: start), parent: parent, group: group, session: session)
        isOver = (fields[0] == "Z" || fields[0] == "X") && threads <= 1
    }

    /// Looks at a process; nil when it is gone.
    static func of(_ process: Int32) -> ProcessSighting? {
        ProcessFile.read("/proc/\(process)/stat").flatMap(ProcessSighting.init(stat:))
    }
}
