internal import CTodaySystem
internal import Glibc
internal import TodayPlatform

/// Reads about the sandbox of a process from `/proc`; proc(5).
///
/// All reads go through one descriptor of the process's folder, which never refers to another process, even if the
/// number is reused. If another process serves the file system at the root of this one, a read may block forever. So
/// don't read on the thread of the bus.
struct ProcessFolder: ~Copyable {
    /// The result of reading.
    enum Finding: Hashable, Sendable {
        case read(Facts)
        /// Something can't be read, and won't be, with the reason.
        case unreadable(String)
        /// Something can't be read at the moment, with the reason.
        case notNow(String)
    }

    /// Facts about a process.
    struct Facts: Hashable, Sendable {
        /// The text of `/.flatpak-info` in the root of the process; nil if the file doesn't exist.
        var flatpakInfo: String?
        /// The text of its `cgroup`.
        var cgroup: String
        /// The start time, in ticks of the boot clock.
        var start: UInt64
    }

    /// The reason why facts are missing.
    private struct Failure: Error {
        let finding: Finding

        init(_ reason: String) { finding = .unreadable(reason) }

        init(_ path: String, _ code: CInt) {
            let reason = "\(path): \(String(cString: strerror(code)))"
            finding = Self.isPassing(code) ? .notNow(reason) : .unreadable(reason)
        }

        init(_ what: String, _ error: TextFile.ReadError) {
            let reason = "\(what): \(error)"
            finding = error.code.map(Self.isPassing) == true ? .notNow(reason) : .unreadable(reason)
        }

        /// Whether the cause is a lack of resources, not a property of the process.
        private static func isPassing(_ code: CInt) -> Bool {
            [EMFILE, ENFILE, ENOMEM, EAGAIN, EINTR].contains(code)
        }
    }

    /// Reads about a process.
    ///
    /// - Parameters:
    ///   - process: the process id.
    ///   - descriptor: a pidfd of it, which then replaces the id; nil without one.
    ///   - folder: the path of `/proc`.
    ///   - pause: called in the middle of reading.
    static func read(
        _ process: UInt32?, descriptor: CInt? = nil, folder: String = "/proc", pause: () -> Void = {}
    ) -> Finding {
        do throws(Failure) {
            let process = try ProcessFolder(process, descriptor, in: folder)
            let start = try process.start()
            let info = try process.flatpakInfo()
            pause()
            let cgroup = try process.cgroup()
            guard try ProcessFolder(process.number, descriptor, in: folder).start() == start else {
                throw Failure("its number now belongs to another process")
            }
            return .read(Facts(flatpakInfo: info, cgroup: cgroup, start: start))
        } catch { return error.finding }
    }

    private let number: UInt32
    private let path: String
    private let descriptor: CInt

    private init(_ process: UInt32?, _ pidfd: CInt?, in folder: String) throws(Failure) {
        var number = process
        if let pidfd {
            number = (try? TextFile.read("/proc/self/fdinfo/\(pidfd)", maximumBytes: 4096)).flatMap(Self.pid(inFdinfo:))
            if number == nil { throw Failure("its process has ended") }
        }
        guard let number, number > 0 else { throw Failure("the bus doesn't know its process") }
        let path = "\(folder)/\(number)"
        let opened = csystem_open_folder_at(AT_FDCWD, path)
        guard opened >= 0 else { throw Failure(path, -opened) }
        // If the process of the pidfd still runs now, the folder belongs to it.
        if let pidfd, Self.hasEnded(pidfd) {
            close(opened)
            throw Failure("its process has ended")
        }
        self.number = number
        self.path = path
        descriptor = opened
    }

    deinit { close(descriptor) }

    private func flatpakInfo() throws(Failure) -> String? {
        let root = csystem_open_folder_at(descriptor, "root")
        guard root >= 0 else { throw Failure("\(path)/root", -root) }
        defer { close(root) }
        do throws(TextFile.ReadError) {
            // Not through a link, which would resolve in the root of this process.
            return try TextFile.read(
                ".flatpak-info", in: root, followingLinks: false, maximumBytes: FlatpakInfo.maximumBytes)
        } catch {
            if error.isMissing { return nil }
            throw Failure("its .flatpak-info cannot be read", error)
        }
    }

    private func cgroup() throws(Failure) -> String {
        do throws(TextFile.ReadError) {
            return try TextFile.read("cgroup", in: descriptor, maximumBytes: SnapCgroup.maximumBytes)
        } catch { throw Failure("\(path)/cgroup", error) }
    }

    private func start() throws(Failure) -> UInt64 {
        let stat: [UInt8]
        do throws(TextFile.ReadError) {
            stat = try TextFile.readBytes("stat", in: descriptor, maximumBytes: 4096)
        } catch { throw Failure("\(path)/stat", error) }
        guard let start = ProcessStat(stat)?.start else { throw Failure("\(path)/stat has no start time") }
        return start
    }

    /// Returns the process id from the text of `/proc/self/fdinfo/<pidfd>`; nil if the process has ended or isn't
    /// visible from here.
    static func pid(inFdinfo text: String) -> UInt32? {
        for line in text.split(separator: "\n") where line.hasPrefix("Pid:") {
            return line.split(whereSeparator: { $0 == "\t" || $0 == " " }).last.flatMap { UInt32($0) }
                .flatMap { $0 > 0 ? $0 : nil }
        }
        return nil
    }

    private static func hasEnded(_ pidfd: CInt) -> Bool {
        var watched = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) != 0
    }
}

extension ProcessFolder.Facts {
    /// Whether the process existed at a time of the boot clock, in nanoseconds.
    ///
    /// If it did and still has its id, it had that id then; so an id that was reported at that time meant this process.
    func existed(at time: UInt64) -> Bool {
        let ticks = UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
        return start <= time / (1_000_000_000 / ticks)
    }
}

extension Caller {
    /// Identifies the caller from the facts about its process. Flatpak comes first, because it has made the root that
    /// the process sees.
    init(_ facts: ProcessFolder.Facts) {
        if let info = facts.flatpakInfo {
            do throws(FlatpakInfo.Malformed) {
                self = .sandboxed(SandboxedApp(flatpak: try FlatpakInfo.id(in: info)))
            } catch { self = .unidentified("its .flatpak-info is malformed: \(error)") }
        } else {
            do throws(SnapCgroup.Malformed) {
                self = try SnapCgroup.snap(in: facts.cgroup).map { .sandboxed(SandboxedApp(snap: $0)) } ?? .unconfined
            } catch { self = .unidentified("its cgroup: \(error)") }
        }
    }
}
