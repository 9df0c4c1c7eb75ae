#if Widgets
    internal import NotificationCenter
    internal import TodayCLibrary

    /// The size of a file system in bytes. Blocks that are reserved for the superuser count as free, so that used and free
    /// space add up to the total.
    struct DiskSpace: Hashable {
        let total, used: UInt64
        var free: UInt64 { total - min(used, total) }
        /// The used share, from 0 to 1.
        var rate: Double { total == 0 ? 0 : min(Double(used) / Double(total), 1) }

        /// Reads the size of the file system of a folder. It blocks while the disk doesn't answer.
        static func read(at path: String) throws(NCWidgetError) -> DiskSpace {
            var status = statvfs()
            guard statvfs(path, &status) == 0 else {
                throw NCWidgetError("Can’t read the size of \(path): \(String(cString: strerror(errno)))")
            }
            func bytes(_ blocks: UInt) -> UInt64 { UInt64(clamping: UInt128(blocks) * UInt128(status.f_frsize)) }
            return DiskSpace(
                total: bytes(status.f_blocks), used: bytes(status.f_blocks - min(status.f_bfree, status.f_blocks)))
        }
    }
#endif
