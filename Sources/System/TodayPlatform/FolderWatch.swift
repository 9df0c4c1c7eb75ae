package import DBus
internal import Glibc

/// Reports when files of one kind are added, changed or removed in some folders, including folders that don't exist
/// yet.
///
/// It sleeps in the kernel until something happens. For a missing folder, it watches the nearest existing parent for
/// the name that leads to it. It follows a folder that is moved, removed or created again. Changes within a moment are
/// reported once.
package actor FolderWatch {
    private nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let folders: [String]
    private let suffix: String
    private let settling: Duration
    private let problem: @Sendable (String) -> Void
    private let changed: @Sendable () -> Void

    private var inotify: Inotify?
    private var readiness: DescriptorWatch?
    private var interests: [Int32: Interest] = [:]
    private var timer: EventLoop.Timer?
    private var hasReportedProblem = false
    /// The wait before the next attempt, after the kernel has run out of inotify instances.
    private var pause: Duration = .seconds(1)

    /// The relevant entries of a folder.
    private struct Interest: Hashable {
        let path: String
        /// Names that lead to the requested folders.
        var names: Set<String> = []
        /// Whether this is a requested folder.
        var hasFiles = false

        /// The events to request from the kernel. Other events don't wake this process.
        var mask: Int32 {
            var mask = IN_ONLYDIR | IN_DELETE_SELF | IN_MOVE_SELF
            if !names.isEmpty || hasFiles { mask |= IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO }
            if hasFiles { mask |= IN_CLOSE_WRITE | IN_ATTRIB }
            return mask
        }
    }

    /// - Parameters:
    ///   - folders: absolute paths.
    ///   - suffix: the suffix of the files' names; empty for all files that aren't hidden.
    ///   - settling: the wait after the first of several changes.
    ///   - loop: the loop it runs on; it examines files there.
    ///   - problem: called once, with the first problem that prevents watching.
    ///   - changed: called on the loop's thread.
    package init(
        _ folders: [String], suffix: String, settling: Duration, loop: EventLoop,
        problem: @escaping @Sendable (String) -> Void, changed: @escaping @Sendable () -> Void
    ) {
        self.folders = folders
        self.suffix = suffix
        self.settling = settling
        self.loop = loop
        self.problem = problem
        self.changed = changed
    }

    /// Starts to watch. A reader that reads the files after this call misses no change.
    package func begin() {
        guard inotify == nil else { return }
        guard let inotify = Inotify() else {
            reportProblem("the folders", errno)
            return scheduleRetry()
        }
        self.inotify = inotify
        readiness = DescriptorWatch(inotify.descriptor, on: loop) { [weak self] in
            self?.assumeIsolated { $0.readEvents() }
        }
        follow()
    }

    /// A user has few inotify instances; another program that ends may free one.
    private func scheduleRetry() {
        timer = loop.schedule(at: .now + pause) { [weak self] in
            self?.assumeIsolated { watch in
                watch.timer = nil
                watch.begin()
                if watch.inotify != nil { watch.changed() }
            }
        }
        pause = min(pause * 2, .seconds(600))
    }

    /// Ends the watch.
    package func end() {
        if let timer = timer.take() { loop.cancel(timer) }
        readiness.take()?.cancel()
        inotify = nil
        interests = [:]
    }

    // MARK: Events

    private func readEvents() {
        guard let events = inotify?.read(), timer == nil, events.contains(where: matters) else { return }
        timer = loop.schedule(at: .now + settling) { [weak self] in
            self?.assumeIsolated { $0.settled() }
        }
    }

    private func settled() {
        timer = nil
        guard inotify != nil else { return }
        follow()
        changed()
    }

    private func matters(_ event: Inotify.Event) -> Bool {
        // The kernel's queue overflowed: anything may have happened.
        if event.has(IN_Q_OVERFLOW) { return true }
        guard let interest = interests[event.watch] else { return false }
        if event.name.isEmpty { return event.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) }
        if interest.names.contains(event.name) { return true }
        guard interest.hasFiles, suffix.isEmpty || event.name.hasSuffix(suffix), !event.name.hasPrefix(".") else {
            return false
        }
        let isDone = event.has(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB)
        return isDone || isComplete("\(interest.path)/\(event.name)")
    }

    /// Whether a file that was just created is complete: a link is; any other file is still to be written.
    private func isComplete(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
    }

    // MARK: Watched folders

    /// Updates the watches to match the existing folders.
    private func follow() {
        // A second pass finds a folder that is created during the first one.
        for _ in 0..<8 {
            let wanted = wanted()
            watch(wanted)
            if self.wanted() == wanted { return }
        }
    }

    private func wanted() -> [String: Interest] {
        var wanted: [String: Interest] = [:]
        for folder in folders {
            var (parent, path) = ("/", "")
            var exists = true
            for part in folder.split(at: "/") {
                path += "/\(part)"
                var status = stat()
                exists = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
                // A link can be redirected, which changes neither folder.
                if !exists || isLink(path) {
                    wanted[parent, default: Interest(path: parent)].names.insert(String(part))
                }
                if !exists { break }
                wanted[path, default: Interest(path: path)].names.formUnion([])
                parent = path
            }
            if exists { wanted[path]?.hasFiles = true }
        }
        return wanted
    }

    private func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private func watch(_ wanted: [String: Interest]) {
        guard let inotify else { return }
        var found: [Int32: Interest] = [:]
        for interest in wanted.values {
            let number = inotify.watch(interest.path, interest.mask)
            if number < 0 {
                // Parent folders may be unreadable for us; a removed folder is found missing on the next pass.
                let isHarmless = [ENOENT, ENOTDIR].contains(errno) || errno == EACCES && !interest.hasFiles
                if !isHarmless { reportProblem(interest.path, errno) }
                continue
            }
            guard var other = found[number] else {
                found[number] = interest
                continue
            }
            // Two paths to one folder share its watch.
            other.names.formUnion(interest.names)
            other.hasFiles = other.hasFiles || interest.hasFiles
            found[number] = other
            _ = inotify.watch(other.path, other.mask)
        }
        for number in interests.keys where found[number] == nil { inotify.end(number) }
        interests = found
    }

    private func reportProblem(_ what: String, _ code: Int32) {
        defer { hasReportedProblem = true }
        guard !hasReportedProblem else { return }
        problem("cannot watch \(what), so changes take effect later: \(String(cString: strerror(code)))")
    }
}
