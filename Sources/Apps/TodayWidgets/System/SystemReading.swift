#if Widgets
    internal import NotificationCenter
    internal import TodayPlatform

    /// The state of the system at a moment.
    struct SystemReading: Hashable, Sendable {
        /// A file system and its size.
        struct Disk: Hashable {
            let name, path: String
            let space: DiskSpace
            /// The number of the device, as in `259:2`.
            var device = ""
        }

        var processor: ProcessorTime?
        var memory: MemoryUse?
        /// The file system of the folder that the user chose.
        var disk: DiskSpace?
        /// All local file systems.
        var disks: [Disk] = []

        /// Reads the state. It runs apart from the widgets, because a disk that fails can block it for long.
        ///
        /// - Parameters:
        ///   - folder: A folder of the file system that ``disk`` describes.
        ///   - includingDisks: Whether ``disks`` is read too.
        ///   - root: The folder of the kernel's files.
        @concurrent
        static func read(folder: String, includingDisks: Bool, root: String = "/proc") async -> SystemReading {
            var reading = SystemReading()
            reading.processor = ProcessFile.read("\(root)/stat", limit: 4096).flatMap { ProcessorTime(stat: $0) }
            reading.memory = ProcessFile.read("\(root)/meminfo").flatMap { MemoryUse(meminfo: $0) }
            reading.disk = try? DiskSpace.read(at: folder)
            guard includingDisks else { return reading }
            let mounts =
                ProcessFile.read("\(root)/self/mountinfo", limit: 1 << 20).map { Mount.disks(mountinfo: $0) } ?? []
            reading.disks = mounts.compactMap { mount in
                guard let space = try? DiskSpace.read(at: mount.path), space.total > 0 else { return nil }
                return Disk(name: mount.name, path: mount.path, space: space, device: mount.device)
            }
            return reading
        }
    }
#endif
