internal import CSystem
internal import Glibc

/// What `/proc` says of the sandbox of a process; proc(5).
///
/// Everything is read through one descriptor of the process's folder: it never comes to mean another process, also when
/// the number is used again. Reading may wait for ever where the root of the process is served by another one, so this is
/// nothing for the thread of the bus.
struct ProcessFolder {
    /// What was found.
    enum Finding: Hashable, Sendable {
        /// The texts of `/.flatpak-info` in the root of the process, nil when there is none, and of its `cgroup`.
        case read(flatpakInfo: String?, cgroup: String)
        /// One of them cannot be read; why.
        case unreadable(String)
    }

    /// Reads about a process.
    ///
    /// - Parameters:
    ///   - process: its number.
    ///   - descriptor: a pidfd of it, which then counts instead of the number; nil when there is none.
    ///   - folder: where `/proc` is.
    static func read(_ process: UInt32?, descriptor: CInt? = nil, folder: String = "/proc") -> Finding {
        var number = process
        if let descriptor {
            number = (try? TextFile.read("/proc/self/fdinfo/\(descriptor)", maximumBytes: 4096)).flatMap(pid(inFdinfo:))
            if number == nil { return .unreadable("its process has ended") }
        }
        guard let number, number > 0 else { return .unreadable("the bus does not know its process") }
        let process = csystem_open_folder_at(AT_FDCWD, "\(folder)/\(number)")
        guard process >= 0 else { return unreadable("\(folder)/\(number)", -process) }
        defer { close(process) }
        // The folder is of the process that the pidfd means if that one still runs now.
        if let descriptor, hasEnded(descriptor) { return .unreadable("its process has ended") }
        let root = csystem_open_folder_at(process, "root")
        guard root >= 0 else { return unreadable("\(folder)/\(number)/root", -root) }
        defer { close(root) }
        var info: String?
        do throws(TextFile.ReadError) {
            // Not through a link: it would be followed in the root of this process.
            info = try TextFile.read(
                ".flatpak-info", in: root, followingLinks: false, maximumBytes: FlatpakInfo.maximumBytes)
        } catch {
            guard error.isMissing else { return .unreadable("its .flatpak-info cannot be read: \(error)") }
        }
        do throws(TextFile.ReadError) {
            let cgroup = try TextFile.read("cgroup", in: process, maximumBytes: SnapCgroup.maximumBytes)
            return .read(flatpakInfo: info, cgroup: cgroup)
        } catch {
            return .unreadable("\(folder)/\(number)/cgroup: \(error)")
        }
    }

    private static func unreadable(_ path: String, _ code: CInt) -> Finding {
        .unreadable("\(path): \(String(cString: strerror(code)))")
    }

    /// The process in the text of `/proc/self/fdinfo/<pidfd>`; nil when it has ended, or cannot be seen from here.
    static func pid(inFdinfo text: String) -> UInt32? {
        for line in text.split(separator: "\n") where line.hasPrefix("Pid:") {
            return line.split(whereSeparator: { $0 == "\t" || $0 == " " }).last.flatMap { UInt32($0) }
                .flatMap { $0 > 0 ? $0 : nil }
        }
        return nil
    }

    private static func hasEnded(_ descriptor: CInt) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) != 0
    }
}

extension Caller {
    /// Judges what was found of a process. Flatpak's word comes first: it has made the root that the process sees.
    init(_ finding: ProcessFolder.Finding) {
        switch finding {
        case .unreadable(let reason): self = .unidentified(reason)
        case .read(let info?, _):
            do throws(FlatpakInfo.Nonsense) {
                self = .sandboxed(SandboxedApp(flatpak: try FlatpakInfo.id(in: info)))
            } catch { self = .unidentified("its .flatpak-info is none: \(error)") }
        case .read(nil, let cgroup):
            do throws(SnapCgroup.Nonsense) {
                self = try SnapCgroup.snap(in: cgroup).map { .sandboxed(SandboxedApp(snap: $0)) } ?? .unconfined
            } catch { self = .unidentified("its cgroup: \(error)") }
        }
    }
}
