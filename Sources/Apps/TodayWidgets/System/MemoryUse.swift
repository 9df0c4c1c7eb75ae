#if Widgets
    /// The use of main memory and swap space in bytes: `/proc/meminfo`. See proc(5).
    struct MemoryUse: Hashable {
        let total, available, swapTotal, swapFree: UInt64

        /// The memory that programs can't get without taking it from others. Caches don't count.
        var used: UInt64 { total - min(available, total) }
        var swapUsed: UInt64 { swapTotal - min(swapFree, swapTotal) }
        /// The used share, from 0 to 1.
        var rate: Double { total == 0 ? 0 : Double(used) / Double(total) }

        /// Reads the text of `/proc/meminfo`; nil if the total isn't known.
        init?(meminfo text: String) {
            var sizes: [String: UInt64] = [:]
            for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
                let parts = line.split(separator: UInt8(ascii: " "))
                guard parts.count >= 2, let kibibytes = UInt64(String(Substring(parts[1]))) else { continue }
                sizes[String(Substring(parts[0]))] = kibibytes.multipliedReportingOverflow(by: 1024).partialValue
            }
            guard let total = sizes["MemTotal:"], total > 0 else { return nil }
            self.total = total
            // Kernels before 3.14 don't estimate the available memory.
            available =
                sizes["MemAvailable:"]
                ?? ["MemFree:", "Buffers:", "Cached:"].reduce(0) { $0 &+ (sizes[$1] ?? 0) }
            swapTotal = sizes["SwapTotal:"] ?? 0
            swapFree = sizes["SwapFree:"] ?? 0
        }
    }
#endif
