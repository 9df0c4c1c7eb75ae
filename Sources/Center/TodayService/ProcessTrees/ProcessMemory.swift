internal import TodayPlatform

/// How much memory a process uses, from `/proc`; proc(5).
enum ProcessMemory {
    /// What a process uses that nobody else can: `RssAnon` and `RssShmem`, in bytes. Pages that it shares with its children
    /// count for each of them. Nil when the process is gone.
    ///
    /// Only counters of the kernel are read, so this takes some 10 µs and waits for nothing.
    static func used(by process: Int32) -> UInt64? {
        let folder = "/proc/\(process)"
        if let bytes = ProcessFile.read(folder + "/status").flatMap(bytes(inStatus:)) { return bytes }
        // Its first thread may have ended; memory is told by those that live.
        for thread in ProcessFile.numbers(in: folder + "/task") where thread != process {
            if let bytes = ProcessFile.read("\(folder)/task/\(thread)/status").flatMap(bytes(inStatus:)) {
                return bytes
            }
        }
        return nil
    }

    /// The sum of `RssAnon` and `RssShmem` in the text of a status file; nil for one that has no memory, such as a
    /// zombie's.
    static func bytes(inStatus text: String) -> UInt64? {
        var sum: UInt64?
        // The name of the program stands there as well, so lines are those of bytes.
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            guard line.starts(with: "RssAnon:".utf8) || line.starts(with: "RssShmem:".utf8) else { continue }
            // `RssAnon:	     128 kB`
            let parts = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard parts.count > 1, let kilobytes = UInt64(Substring(parts[1])) else { continue }
            let (bytes, overflow) = kilobytes.multipliedReportingOverflow(by: 1024)
            sum = overflow ? .max : (sum ?? 0).addingReportingOverflow(bytes).partialValue
        }
        return sum
    }
}
