internal import Glibc
internal import TodayPlatform

/// The memory use of processes, as reported by `/proc`.
enum ProcessMemory {
    /// Returns `RssAnon` plus `RssShmem` of a process and of all its descendants, in bytes.
    static func bytes(ofFamily root: Int32) -> UInt64 {
        var children: [Int32: [Int32]] = [:]
        for name in FolderContents.names(in: "/proc") ?? [] {
            guard let id = Int32(name), let parent = field("PPid", of: id).flatMap({ Int32(exactly: $0) }) else {
                continue
            }
            children[parent, default: []].append(id)
        }
        var sum: UInt64 = 0
        var rest = [root]
        while let id = rest.popLast() {
            sum += ((field("RssAnon", of: id) ?? 0) + (field("RssShmem", of: id) ?? 0)) * 1024
            rest += children[id] ?? []
        }
        return sum
    }

    /// Returns a number in `/proc/<id>/status`.
    private static func field(_ name: String, of id: Int32) -> UInt64? {
        guard let text = try? TextFile.read("/proc/\(id)/status", maximumBytes: 64 << 10) else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
            return line.split(whereSeparator: { $0.isWhitespace }).dropFirst().first.flatMap { UInt64($0) }
        }
        return nil
    }
}
