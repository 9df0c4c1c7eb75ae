internal import TodayPlatform

/// Measures the memory of a process from `/proc`; proc(5).
enum ProcessMemory {
    /// Returns the memory that a process occupies itself: `RssAnon` and `RssShmem`, in bytes. Pages that it shares with
    /// its children count for each of them. Nil if the process is gone.
    ///
    /// It reads only kernel counters, so it takes about 10 µs and doesn't block.
    static func used(by process: Int32) -> UInt64? {
        let folder = "/proc/\(process)"
        if let bytes = ProcessFile.read(folder + "/status").flatMap(bytes(inStatus:)) { return bytes }
        // If its first thread has ended, the other threads report the memory.
        for thread in ProcessFile.numbers(in: folder + "/task") where thread != process {
            if let bytes = ProcessFile.read("\(folder)/task/\(thread)/status").flatMap(bytes(inStatus:)) {
                return bytes
            }
        }
        return nil
    }

    /// Returns the sum of `RssAnon` and `RssShmem` in the text of a status file; nil if the process has no memory, such
    /// as a zombie.
    static func bytes(inStatus text: String) -> UInt64? {
        var sum: UInt64?
        // The file also contains the name of the program, so the lines are split as bytes.
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
