internal import CTodaySystem
internal import Glibc
internal import TodayPlatform

/// What `/proc` says of the sandbox of a process; proc(5).
///
/// Everything is read through one descriptor of the process's folder: it never comes to mean another process, also when
/// the number is used again. Reading may wait for ever where the root of the process is served by another one, so this is
/// nothing for the thread of the bus.
struct ProcessFolder: ~Copyable {
    /// What was found.
    enum Finding: Hashable, Sendable {
        case read(Facts)
        /// Something cannot be read, and will not be; why.
        case unreadable(String)
        /// Something cannot be read at the moment; why.
        case notNow(String)
    }

    /// What is read of a process.
    struct Facts: Hashable, Sendable {
        /// The text of `/.flatpak-info` in the root of the process; nil when there is none.
        var flatpakInfo: String?
        /// The text of its `cgroup`.
        var cgroup: String
        /// When it was started, in ticks of the boot clock.
        var start: UInt64
    }

    /// Why there are no facts.
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

        /// Whether it is for lack of room, and no property of the process.
        private static func isPassing(_ code: CInt) -> Bool {
            [EMFILE, ENFILE, ENOMEM, EAGAIN, EINTR].contains(code)
        }
    }

    /// Reads about a process.
    ///
    /// - Parameters:
    ///   - process: its number.
    ///   - descriptor: a pidfd of it, which then counts instead of the number; nil when there is none.
    ///   - folder: where `/proc` is.
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
                throw Failure("its number belongs to another process now")
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
        guard let number, number > 0 else { throw Failure("the bus does not know its process") }
        let path = "\(folder)/\(number)"
        let opened = csystem_open_folder_at(AT_FDCWD, path)
        guard opened >= 0 else { throw Failure(path, -opened) }
        // The folder is of the process that the pidfd means if that one still runs now.
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
            // Not through a link: it would be followed in the root of this process.
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
        guard let start = ProcessStat(stat)?.start else { throw Failure("\(path)/stat tells no time of its start") }
        return start
    }

    /// The process in the text of `/proc/self/fdinfo/<pidfd>`; nil when it has ended, or cannot be seen from here.
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
    /// Whether the process was there at a time of the boot clock, in nanoseconds.
    ///
    /// One that was, and has the number still, had it then: whoever told the number at that time meant this process.
    func wasThere(at time: UInt64) -> Bool {
        let ticks = UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
        return start <= time / (1_000_000_000 / ticks)
    }
}

extension Caller {
    /// Judges what was read of a process. Flatpak's word comes first: it has made the root that the process sees.
    init(_ facts: ProcessFolder.Facts) {
        if let info = facts.flatpakInfo {
            do throws(FlatpakInfo.Nonsense) {
                self = .sandboxed(SandboxedApp(flatpak: try FlatpakInfo.id(in: info)))
            } catch { self = .unidentified("its .flatpak-info is none: \(error)") }
        } else {
            do throws(SnapCgroup.Nonsense) {
                self = try SnapCgroup.snap(in: facts.cgroup).map { .sandboxed(SandboxedApp(snap: $0)) } ?? .unconfined
            } catch { self = .unidentified("its cgroup: \(error)") }
        }
    }
}
