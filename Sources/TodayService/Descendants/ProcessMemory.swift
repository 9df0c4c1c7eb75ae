internal import Glibc

/// How much memory processes use, from `/proc`; proc(5).
enum ProcessMemory {
    /// How many processes are looked at below one: reading has to stay short.
    private static let limit = 64

    /// What a process and its children use that nobody else can: `RssAnon` and `RssShmem`, in bytes. Pages that they
    /// share with one another count for each. Nil when the process is gone.
    ///
    /// Only counters of the kernel are read, so this takes some 10 µs for a process and waits for nothing.
    static func used(by process: Int32) -> UInt64? {
        guard var total = read("/proc/\(process)/status").flatMap(bytes(inStatus:)) else { return nil }
        var found = children(of: process)
        var next = 0
        while next < min(found.count, limit) {
            let child = found[next]
            total += read("/proc/\(child)/status").flatMap(bytes(inStatus:)) ?? 0
            found += children(of: child)
            next += 1
        }
        return total
    }

    /// The sum of `RssAnon` and `RssShmem` in the text of a status file; nil for one that has no memory, such as a
    /// zombie's.
    static func bytes(inStatus text: String) -> UInt64? {
        var sum: UInt64?
        for line in text.split(separator: "\n") {
            guard line.hasPrefix("RssAnon:") || line.hasPrefix("RssShmem:") else { continue }
            // `RssAnon:	     128 kB`
            guard let number = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
                let kilobytes = UInt64(number)
            else { continue }
            let (bytes, overflow) = kilobytes.multipliedReportingOverflow(by: 1024)
            sum = overflow ? .max : (sum ?? 0).addingReportingOverflow(bytes).partialValue
        }
        return sum
    }

    /// The children that the first thread has started, or adopted.
    private static func children(of process: Int32) -> [Int32] {
        let text = read("/proc/\(process)/task/\(process)/children") ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    private static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { buffer in
            let count = Glibc.read(file, buffer.baseAddress, buffer.count)
            return count > 0 ? String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<count]), as: UTF8.self) : nil
        }
    }
}
