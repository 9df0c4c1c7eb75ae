/// The fields of `/proc/PID/stat`; proc_pid_stat(5).
///
/// The program's name is in parentheses and may contain any bytes, including parentheses, spaces and combining marks.
/// So the line is parsed as bytes: in text, a combining mark after a parenthesis would form another character with it.
package struct ProcessStat: Hashable, Sendable {
    /// The process id.
    package let number: Int32
    /// One letter, `Z` for a zombie.
    package let state: UInt8
    package let parent: Int32
    package let group: Int32
    package let session: Int32
    /// How many threads it has.
    package let threads: Int32
    /// The start time, in ticks since the machine booted.
    package let start: UInt64

    /// Parses the bytes of the file; nil if they are malformed.
    package init?(_ bytes: [UInt8]) {
        guard let opening = bytes.firstIndex(of: UInt8(ascii: "(")),
            let closing = bytes.lastIndex(of: UInt8(ascii: ")")),
            opening < closing, let number = Int32(String(decoding: bytes[..<opening].dropLast(), as: UTF8.self))
        else { return nil }
        let fields = bytes[(closing + 1)...].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        func field<Number: FixedWidthInteger>(_ index: Int) -> Number? {
            Number(String(decoding: fields[index], as: UTF8.self))
        }
        guard fields.count > 19, fields[0].count == 1, let parent: Int32 = field(1), let group: Int32 = field(2),
            let session: Int32 = field(3), let threads: Int32 = field(17), let start: UInt64 = field(19)
        else { return nil }
        self.number = number
        state = fields[0][fields[0].startIndex]
        (self.parent, self.group, self.session) = (parent, group, session)
        (self.threads, self.start) = (threads, start)
    }

    /// Whether the process has ended and waits for its parent to collect it. If only its first thread has ended, it
    /// still runs.
    package var isOver: Bool { (state == UInt8(ascii: "Z") || state == UInt8(ascii: "X")) && threads <= 1 }

    /// Reads the fields of a process; nil if it is gone.
    package static func of(_ process: Int32) -> ProcessStat? {
        ProcessFile.bytes("/proc/\(process)/stat").flatMap(ProcessStat.init)
    }
}
