#if Widgets
    /// The time that all processors together have spent since the system started: the first line of `/proc/stat`. See
    /// proc(5).
    struct ProcessorTime: Hashable {
        /// The time with work, and all time, in ticks of the kernel's clock.
        let busy, total: UInt64

        /// Reads the text of `/proc/stat`; nil if it doesn't begin with the sum of all processors.
        init?(stat text: String) {
            let line = text.utf8.prefix { $0 != UInt8(ascii: "\n") }.split(separator: UInt8(ascii: " "))
            guard let name = line.first, name.elementsEqual("cpu".utf8) else { return nil }
            // The time of guests is part of the user time, so only eight numbers count.
            let ticks = line.dropFirst().prefix(8).map { UInt64(String(Substring($0))) }
            guard ticks.count >= 4, !ticks.contains(nil) else { return nil }
            let known = ticks.compactMap(\.self)
            total = known.reduce(0) { $0 &+ $1 }
            // Idle, and idle with a disk request in progress.
            busy = total &- known[3] &- (known.count > 4 ? known[4] : 0)
        }

        /// Returns the share of time with work since an earlier reading, from 0 to 1; nil if no time has passed.
        func load(since earlier: ProcessorTime) -> Double? {
            guard total > earlier.total else { return nil }
            // The time of waiting for a disk can decrease.
            let work = busy > earlier.busy ? busy - earlier.busy : 0
            return min(Double(work) / Double(total - earlier.total), 1)
        }
    }
#endif
