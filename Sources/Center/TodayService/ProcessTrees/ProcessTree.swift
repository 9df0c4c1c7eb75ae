internal import Glibc
internal import TodayPlatform
internal import TodayModel

/// The parents and children of processes, from `/proc`; proc(5).
enum ProcessTree {
    /// The largest number of processes examined.
    private static let limit = 16384

    /// Returns the children of a process, including those of all its threads and adopted ones; nil means this process.
    static func children(of process: Int32?) -> [Int32] {
        guard hasChildrenFiles else {
            let parent = process ?? getpid()
            return byParents()[parent] ?? []
        }
        let folder = "/proc/\(process.map { "\($0)" } ?? "self")/task"
        return ProcessFile.numbers(in: folder).flatMap { thread in
            (ProcessFile.read("\(folder)/\(thread)/children", limit: 1 << 20) ?? "").split(separator: " ")
                .compactMap { Int32($0) }
        }
    }

    /// Returns processes and all their descendants, parents before their children.
    ///
    /// - Parameter isToBeRead: whether to read the mark from a process's environment.
    static func sightings(
        from processes: Set<Int32>, isToBeRead: (ProcessSighting.ID) -> Bool
    ) -> [ProcessSighting] {
        var found = Set(processes)
        var queue = processes.sorted()
        let parents = hasChildrenFiles ? nil : byParents()
        var next = 0
        var sightings: [ProcessSighting] = []
        while next < queue.count, next < limit {
            let process = queue[next]
            next += 1
            guard var sighting = ProcessSighting.of(process) else { continue }
            if !sighting.isOver {
                sighting.memory = ProcessMemory.used(by: process) ?? 0
                if isToBeRead(sighting.id) { sighting.mark = ProcessMark.of(process) }
                for child in parents.map({ $0[process] ?? [] }) ?? children(of: process)
                where found.insert(child).inserted { queue.append(child) }
            }
            sightings.append(sighting)
        }
        return sorted(sightings)
    }

    /// Sorts parents before their children: some of the requested processes may be descendants of others.
    private static func sorted(_ sightings: [ProcessSighting]) -> [ProcessSighting] {
        let numbers = Set(sightings.map(\.id.number))
        let children = Dictionary(grouping: sightings, by: \.parent)
        var sorted = sightings.filter { !numbers.contains($0.parent) }
        var next = 0
        while next < sorted.count {
            sorted += children[sorted[next].id.number] ?? []
            next += 1
        }
        return sorted
    }

    /// A kernel can be built without the files that list children.
    private static let hasChildrenFiles = access("/proc/thread-self/children", R_OK) == 0

    private static func byParents() -> [Int32: [Int32]] {
        var children: [Int32: [Int32]] = [:]
        for process in ProcessFile.numbers(in: "/proc") {
            if let sighting = ProcessSighting.of(process) { children[sighting.parent, default: []].append(process) }
        }
        return children
    }
}

/// Identifies the processes of a provider by a variable in their initial environment, like systemd's `INVOCATION_ID`.
enum ProcessMark {
    static let variable = SessionEnvironment.providerMark

    static func text(_ family: ProcessFamilies.Family) -> String { String(family, radix: 16) }

    /// Returns the mark of a process; nil if it has none, or its environment can't be read.
    static func of(_ process: Int32) -> ProcessFamilies.Family? {
        ProcessFile.bytes("/proc/\(process)/environ", limit: 4 << 20).flatMap(family(inEnvironment:))
    }

    static func family(inEnvironment bytes: [UInt8]) -> ProcessFamilies.Family? {
        let prefix = Array("\(variable)=".utf8)
        for entry in bytes.split(separator: 0) where entry.starts(with: prefix) {
            return ProcessFamilies.Family(String(decoding: entry.dropFirst(prefix.count), as: UTF8.self), radix: 16)
        }
        return nil
    }
}
