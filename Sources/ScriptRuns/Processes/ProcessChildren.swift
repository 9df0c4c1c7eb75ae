internal import Glibc
internal import Platform

/// What a process has started, from `/proc`; proc(5).
enum ProcessChildren {
    /// How many are looked at, at most.
    private static let limit = 4096

    /// Its children, and theirs.
    static func all(below process: Int32) -> [Int32] {
        var found = children(of: process)
        var next = 0
        while next < found.count, found.count < limit {
            found += children(of: found[next])
            next += 1
        }
        return found
    }

    private static func children(of process: Int32) -> [Int32] {
        ProcessFile.numbers(in: "/proc/\(process)/task").flatMap { thread in
            (ProcessFile.read("/proc/\(process)/task/\(thread)/children") ?? "").split(separator: " ")
                .compactMap { Int32($0) }
        }
    }

    /// Whether a process was started with a value of a variable.
    static func hasVariable(_ name: String, _ value: String, _ process: Int32) -> Bool {
        let entry = Array("\(name)=\(value)".utf8)
        guard let bytes = ProcessFile.bytes("/proc/\(process)/environ", limit: 1 << 20) else { return false }
        return bytes.split(separator: 0).contains { $0.elementsEqual(entry) }
    }
}
