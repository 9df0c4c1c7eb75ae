/// The fields of `/proc/PID/stat`; proc_pid_stat(5).
///
/// The name of the program stands in parentheses and may be any bytes, also parentheses, spaces and combining marks. So the line
/// is read as bytes: as text, a mark behind a parenthesis makes another character of it.
package struct ProcessStat: Hashable, Sendable {
    /// The number of the process.
    package let number: Int32
    /// One letter, `Z` for a zombie.
    package let state: UInt8
    package let parent: Int32
    package let group: Int32
    package let session: Int32
    /// How many threads it has.
    package let threads: Int32
    /// When it was started, in ticks since the machine was.
    package let start: UInt64

    /// Reads the bytes of the file; nil for anything else.
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

    /// Whether the process has ended, and waits for its parent to collect it. One whose first thread alone has ended has not.
    package var isOver: Bool { (state == UInt8(ascii: "Z") || state == UInt8(ascii: "X")) && threads <= 1 }

    /// Looks at a process; nil when it is gone.
    package static func of(_ process: Int32) -> ProcessStat? {
        ProcessFile.bytes("/proc/\(process)/stat").flatMap(ProcessStat.init)
    }
}
