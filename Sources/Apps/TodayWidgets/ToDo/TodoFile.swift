#if Widgets
    internal import NotificationCenter
    internal import TodayCLibrary
    internal import TodayPlatform

    /// A todo.txt file that other programs change at the same time.
    ///
    /// A new task is appended with one write, which the kernel orders with the writes of others. A changed task needs a new
    /// file, because no program may ever read half a file. The new file takes the place of the old one by
    /// `RENAME_EXCHANGE`, so that the old file stays readable. If another program has changed it since it was read, or does
    /// so within ``grace``, the difference is applied to the new file. A change of ours is made again if another program
    /// replaces the file within ``grace`` by one without it, because that program has read the file before.
    ///
    /// Guarantees:
    /// - A reader sees the file before or after a change, and never a part of it.
    /// - A change of ours is lost only if another program removes it later than ``grace``.
    /// - A change of another program is lost only if this process is killed in the milliseconds of a conflict, or on a file
    ///   system without `RENAME_EXCHANGE` if that program replaces the file in the microseconds between a check and the
    ///   renaming.
    /// - If several programs replace the file at once, a line can appear twice.
    actor TodoFile {
        /// The path, which may be that of a link.
        nonisolated let path: String
        /// The time within which changes of other programs may have begun before ours.
        private let grace: Duration
        /// Called between the steps of a change; tests change the file here.
        private let onStep: @Sendable (Step) -> Void
        /// The changes within ``grace``.
        private var recent: [RecentChange] = []

        /// A moment at which another program may come in between.
        enum Step { case read, exchanged, appended }

        /// The largest file to read.
        static let maximumBytes = 1 << 20
        /// The number of conflicts in a row after which changes are appended instead.
        static let attempts = 20

        private struct RecentChange {
            /// The change of ours; nil for one that was taken over from another program.
            var edit: LineEdit?
            /// The file that was replaced; nil if lines were appended.
            let oldFile: OpenFile?
            /// The contents of the old file that are part of the new one.
            var known: [UInt8]
            let end: ContinuousClock.Instant
        }

        init(path: String, grace: Duration = .seconds(2), onStep: @escaping @Sendable (Step) -> Void = { _ in }) {
            self.path = path
            self.grace = grace
            self.onStep = onStep
        }

        /// Returns the tasks in the order of the file; empty if the file doesn't exist.
        func tasks() throws(NCWidgetError) -> [TodoTask] {
            TextLines(try contents()).contents.compactMap { TodoTask(line: $0) }
        }

        /// Adds a line at the end, and creates the file if it doesn't exist.
        func add(_ line: [UInt8]) throws(NCWidgetError) {
            try append([line])
            remember(LineEdit(adding: line), replacing: nil, with: [])
        }

        /// Replaces the line of a task, wherever it is by now.
        ///
        /// - Throws: `NCWidgetError` if another program has changed or removed the line.
        func replace(_ old: [UInt8], with new: [UInt8]) async throws(NCWidgetError) {
            let edit = LineEdit(old, with: new)
            // A program that writes in place shows an empty or incomplete file for a moment.
            for pause in [50, 150, 300] {
                if try edit.fits(contents()) { break }
                try? await Task.sleep(for: .milliseconds(pause))
            }
            guard try edit.fits(contents()) else {
                throw NCWidgetError("Another program has changed or removed this task")
            }
            // The user takes back a change that is still being watched.
            for index in recent.indices where recent[index].edit?.new.contains(old) ?? false {
                recent[index].edit = nil
            }
            try rewrite(edit, isOwn: true)
        }

        // MARK: Conflicts

        /// Makes changes again that another program has undone because it read the file before them, and takes over what
        /// another program has written to a file that was replaced. Call it when the file has changed.
        func repair() throws(NCWidgetError) {
            let now = ContinuousClock.now
            for index in recent.indices {
                guard let bytes = recent[index].oldFile?.contents, bytes != recent[index].known else { continue }
                let late = LineEdit(from: recent[index].known, to: bytes)
                recent[index].known = bytes
                try rewrite(late, isOwn: false)
            }
            for edit in recent.compactMap(\.edit) {
                let current = try contents()
                if edit.isVisible(in: current) { continue }
                if !edit.added.isEmpty {
                    try append(edit.added)
                } else if edit.fits(current) {
                    try rewrite(edit, isOwn: false)
                }
            }
            recent.removeAll { $0.end < now }
        }

        private func remember(_ edit: LineEdit?, replacing oldFile: OpenFile?, with known: [UInt8]) {
            let grace = grace
            recent.append(RecentChange(edit: edit, oldFile: oldFile, known: known, end: .now + grace))
            Task {
                for pause in [grace / 10, grace] {
                    try? await Task.sleep(for: pause)
                    try? repair()
                }
            }
        }

        // MARK: Steps

        private func append(_ lines: [[UInt8]]) throws(NCWidgetError) {
            var edit = LineEdit()
            edit.added = lines
            for _ in 0..<Self.attempts {
                guard let file = OpenFile(path, O_RDWR | O_APPEND | O_CREAT), let before = file.contents else {
                    throw failure("save")
                }
                // The end of the file, where a line feed may be missing, and the new lines.
                let after = edit.applied(to: before)
                guard file.write(after[before.count...]), file.sync() else { throw failure("save") }
                onStep(.appended)
                // If a program has replaced the file since it was opened, the lines are in the old file.
                if file.isFile(at: path) { return }
                if let current = try? contents(), edit.isVisible(in: current) { return }
            }
            throw NCWidgetError("Can't save \(name): other programs keep replacing it")
        }

        private func rewrite(_ edit: LineEdit, isOwn: Bool) throws(NCWidgetError) {
            let target = resolvedPath
            guard access(target, W_OK) == 0, let file = OpenFile(target, O_RDONLY), let status = file.status,
                var expected = file.contents
            else { throw failure("save") }
            onStep(.read)
            var desired = edit.applied(to: expected)
            for attempt in 0..<Self.attempts where desired != expected {
                let replaced = try FileReplacement(of: target, with: desired, rights: status).exchange(
                    expecting: expected)
                onStep(.exchanged)
                guard let found = replaced.contents else { throw failure("save") }
                remember(isOwn ? edit : nil, replacing: replaced, with: found)
                if found == expected { return }
                // Another program was faster. Its version is the one to change.
                let next =
                    attempt == 0 ? edit.applied(to: found) : LineEdit(from: expected, to: found).applied(to: desired)
                if desired.last == TextLines.lineFeed, next.starts(with: desired) {
                    return try append(TextLines(Array(next[desired.count...])).contents)
                }
                (expected, desired) = (desired, next)
            }
            let missing = LineEdit(from: expected, to: desired)
            if desired != expected { try append(missing.added + missing.replacements.map(\.new)) }
        }

        // MARK: The file

        private func contents() throws(NCWidgetError) -> [UInt8] {
            if let bytes = OpenFile(path, O_RDONLY)?.contents { return bytes }
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw failure("read")
        }

        /// The path of the file itself, so that a link to it stays.
        private nonisolated var resolvedPath: String {
            guard let resolved = realpath(path, nil) else { return path }
            defer { free(resolved) }
            return String(cString: resolved)
        }

        /// The name without its folder.
        nonisolated var name: String {
            path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
        }

        /// The folders in which a change may replace the file: that of the path, and that of the file that it links to.
        nonisolated var folders: [String] {
            let folders = [path, resolvedPath].map { path in
                String(path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)])
            }
            return folders[0] == folders[1] ? [folders[0]] : folders
        }

        private func failure(_ verb: String) -> NCWidgetError {
            NCWidgetError("Can't \(verb) \(name): \(String(cString: strerror(errno)))")
        }
    }
#endif
