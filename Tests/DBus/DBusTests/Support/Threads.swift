import Glibc
import Testing

/// The threads of this process.
enum Threads {
    struct Info: Hashable {
        let id: String
        /// `S` while it sleeps.
        let state: String
        /// How often it went to sleep.
        let voluntarySwitches: Int
    }

    /// The threads with a name. A thread that has ended meanwhile is left out.
    static func named(_ name: String) -> [Info] {
        guard let folder = opendir("/proc/self/task") else { return [] }
        defer { closedir(folder) }
        var found: [Info] = []
        while let entry = readdir(folder) {
            let id = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let status = read("/proc/self/task/\(id)/status") else { continue }
            var fields: [Substring: String] = [:]
            for line in status.split(separator: "\n") {
                let parts = line.split(separator: ":\t", maxSplits: 1)
                if parts.count == 2 { fields[parts[0]] = parts[1].trimmingPrefix { $0 == " " }.description }
            }
            guard fields["Name"] == name, let state = fields["State"]?.first else { continue }
            found.append(
                Info(
                    id: id, state: String(state),
                    voluntarySwitches: fields["voluntary_ctxt_switches"].flatMap { Int($0) } ?? 0))
        }
        return found
    }

    private static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

/// Expects that a thread comes to rest, and then sleeps on while `others` work.
func expectRest(
    of thread: String, sourceLocation: SourceLocation = #_sourceLocation, _ others: () async throws -> Void
) async throws {
    var before: Threads.Info?
    try await eventually("the thread does not come to rest", sourceLocation: sourceLocation) {
        let first = Threads.named(thread).first
        try await others()
        before = Threads.named(thread).first
        return first == before && before?.state == "S"
    }
    for _ in 0..<5 { try await others() }
    #expect(before != nil, sourceLocation: sourceLocation)
    #expect(Threads.named(thread).first == before, sourceLocation: sourceLocation)
}
