#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayCLibrary
    internal import TodayModel
    internal import TodayPlatform

    /// A todo.txt file that other programs change at the same time.
    ///
    /// A new task is appended with one write, which the kernel orders with the writes of others. A changed task needs a new
    /// file, because no program may ever read half a file. The new file takes the place of the old one by
    /// `RENAME_EXCHANGE`, so that the old file stays readable. If another program has changed it since it was read, or does
    /// so within ``grace``, the difference is applied to the new file.
    ///
    /// Until then, the new file lacks what the other program has written, and a third program may read it. So all changes
    /// of ours, and those that were applied to a new file, are remembered for ``grace``, line by line. If another program
    /// replaces the file within that time by one without such a change, it is made again, and the time starts again, at
    /// most ``attempts`` times.
    ///
    /// Guarantees:
    /// - A reader sees the file before or after a change, and never a part of it.
    /// - A change of ours is lost only if another program removes it later than ``grace``, or if the file has an
    ///   equal line.
    /// - A change of another program is lost only if this process is killed in the milliseconds of a conflict, if a
    ///   program reads the file in these milliseconds and replaces it later than ``grace``, or on a file system without
    ///   `RENAME_EXCHANGE` if that program replaces the file in the microseconds between a check and the renaming.
    ///
    /// A line that another program removes within the milliseconds of a conflict can return, and equal lines that several
    /// programs add then can become one.
    ///
    /// A line appears twice only in these cases:
    /// - Two other programs: one appends a line to the old file after it was replaced, the other has the old file open,
    ///   reads the line there, and replaces the new file.
    /// - A conflict with a program that has changed several lines and added or removed others in one step, and whose
    ///   change is lost by the replacement of a third program. Its lines are then added again, beside their old forms.
    /// - Another program removes or changes, within ``grace``, a line that was added. The line is added again.
    actor TodoFile {
        /// The path, which may be that of a link.
        nonisolated let path: String
        /// The time within which changes of other programs may have begun before ours.
        private let grace: Duration
        /// Called between the steps of a change; tests change the file here.
        private let onStep: @Sendable (Step) -> Void
        /// The changes within ``grace``, a line each: ours, and those of others that a new file lacked at first.
        private var recent: [RecentChange] = []
        /// The files that were replaced within ``grace``.
        private var oldFiles: [OldFile] = []

        /// A moment at which another program may come in between.
        enum Step { case read, exchanged, appended }

        /// The largest file to read.
        static let maximumBytes = 1 << 20
        /// The number of conflicts in a row after which the rest is left to the next repair.
        static let attempts = 20

        private struct RecentChange {
            let edit: LineEdit
            var end: ContinuousClock.Instant
            /// How often it was made again.
            var repairs = 0
        }

        private struct OldFile {
            let file: OpenFile
            /// Its contents that are part of the new file.
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
            remember(LineEdit(adding: line))
        }

        /// Replaces the line of a task, wherever it is by now.
        ///
        /// - Throws: `NCWidgetError` if another program has changed or removed the line.
        func replace(_ old: [UInt8], with new: [UInt8]) async throws(NCWidgetError) {
            let edit = LineEdit(old, with: new)
            // A program that writes in place shows an empty or incomplete file for a moment.
            for pause in [50, 150, 300] {
                if try edit.fits(contents()) { break }
                try? await WidgetActor.shared.loop.sleep(for: .milliseconds(pause))
            }
            guard try edit.fits(contents()) else {
                throw NCWidgetError(tr("Another program has changed or removed this task"))
            }
            // The user takes back a change that is still being watched.
            recent.removeAll { $0.edit.new.contains(old) }
            try rewrite(edit, isNew: true)
        }

        // MARK: Conflicts

        /// Makes changes again that another program has undone because it read the file before them, and takes over what
        /// another program has written to a file that was replaced. Call it when the file has changed.
        func repair() throws(NCWidgetError) {
            let now = ContinuousClock.now
            for index in oldFiles.indices {
                guard let bytes = oldFiles[index].file.contents, bytes != oldFiles[index].known else { continue }
                let late = LineEdit(from: oldFiles[index].known, to: bytes)
                oldFiles[index].known = bytes
                try rewrite(late, isNew: true)
            }
            let lines = Set(TextLines(try contents()).contents)
            for edit in recent.map(\.edit) where !edit.isVisible(in: lines) {
                if edit.added.isEmpty {
                    guard edit.fits(try contents()) else { continue }
                }
                // A program may have read the file without it just now. One that always removes it wins in the end.
                for index in recent.indices where recent[index].edit == edit && recent[index].repairs < Self.attempts {
                    recent[index].end = now + grace
                    recent[index].repairs += 1
                }
                if edit.added.isEmpty {
                    try rewrite(edit, isNew: false)
                } else {
                    // One copy is enough.
                    try append(edit.added) { _ in edit.added }
                }
            }
            recent.removeAll { $0.end < now }
            oldFiles.removeAll { $0.end < now }
        }

        private func remember(_ edit: LineEdit) {
            let end = ContinuousClock.now + grace
            recent += edit.parts.map { RecentChange(edit: $0, end: end) }
            repairLater()
        }

        private func repairLater() {
            let grace = grace
            Task {
                for pause in [grace / 10, grace] {
                    try? await WidgetActor.shared.loop.sleep(for: pause)
                    try? repair()
                }
            }
        }

        /// Returns what another program has changed.
        ///
        /// - Parameters:
        ///   - found: Its version.
        ///   - expected: The version that we know.
        ///   - edit: A change that the known version has, unlike all versions before it; nil without such a change.
        private func change(in found: [UInt8], since expected: [UInt8], after edit: LineEdit?) -> LineEdit {
            let (old, new) = (Set(TextLines(expected).contents), Set(TextLines(found).contents))
            if edit?.isVisible(in: new) ?? false { return LineEdit(from: expected, to: found) }
            // The program may have read an earlier version: with or without the known changes.
            var read = expected
            for edit in recent.map(\.edit) where edit.isVisible(in: old) != edit.isVisible(in: new) {
                read = (edit.isVisible(in: new) ? edit : edit.reversed).applied(to: read)
            }
            return LineEdit(from: read, to: found)
        }

        // MARK: Steps

        /// Adds lines at the end.
        ///
        /// - Parameter enough: Returns lines of which the file needn't have more copies, for the file as it is; nil to add
        ///   all.
        private func append(
            _ lines: [[UInt8]], enough: ([UInt8]) -> [[UInt8]]? = { _ in nil }
        ) throws(NCWidgetError) {
            var written: [[UInt8]]?
            for _ in 0..<Self.attempts {
                guard let file = OpenFile(path, O_RDWR | O_APPEND | O_CREAT), let before = file.contents else {
                    throw saveFailure
                }
                var edit = LineEdit()
                edit.added = lines
                if let enough = written ?? enough(before) {
                    let missing = TextLines.difference(enough, TextLines(before).contents)
                    edit.added = TextLines.difference(lines, TextLines.difference(lines, missing))
                }
                if edit.added.isEmpty { return }
                // The end of the file, where a line feed may be missing, and the new lines.
                let after = edit.applied(to: before)
                guard file.write(after[before.count...]), file.sync() else { throw saveFailure }
                onStep(.appended)
                // If a program has replaced the file since it was opened, the lines may be in the old file only.
                if file.isFile(at: path) { return }
                written = written ?? TextLines(after).contents
            }
            throw NCWidgetError(tr("Can’t save {file}: other programs keep replacing it", ["file": name]))
        }

        /// Replaces the file by one with a change.
        ///
        /// - Parameter isNew: Whether to remember the change.
        private func rewrite(_ edit: LineEdit, isNew: Bool) throws(NCWidgetError) {
            let target = resolvedPath
            guard access(target, W_OK) == 0, let file = OpenFile(target, O_RDONLY), let status = file.status,
                var expected = file.contents
            else { throw saveFailure }
            onStep(.read)
            var desired = edit.applied(to: expected)
            for attempt in 0..<Self.attempts where desired != expected {
                let replaced = try FileReplacement(of: target, with: desired, rights: status).exchange(
                    expecting: expected)
                onStep(.exchanged)
                guard let found = replaced.contents else { throw saveFailure }
                oldFiles.append(OldFile(file: replaced, known: found, end: .now + grace))
                // Versions before the first exchange lack this change.
                let other =
                    found == expected
                    ? LineEdit() : change(in: found, since: expected, after: isNew && attempt == 1 ? edit : nil)
                if attempt == 0, isNew { remember(edit) }
                remember(other)
                if found == expected { return }
                // Another program was faster. Its version is the one to change.
                let next = attempt == 0 ? edit.applied(to: found) : other.applied(to: desired)
                if desired.last == TextLines.lineFeed, next.starts(with: desired) {
                    let tail = TextLines(Array(next[desired.count...])).contents
                    return try append(tail) { current in
                        // A version without this change may have the lines already.
                        let isOurs = isNew && attempt == 0 && edit.isVisible(in: Set(TextLines(current).contents))
                        return isOurs ? nil : TextLines(next).contents
                    }
                }
                (expected, desired) = (desired, next)
            }
            // The last changes of others are remembered, and made when the file is repaired.
        }

        // MARK: The file

        private func contents() throws(NCWidgetError) -> [UInt8] {
            if let bytes = OpenFile(path, O_RDONLY)?.contents { return bytes }
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw readFailure
        }

        /// The path of the file itself, so that a link to it stays.
        private nonisolated var resolvedPath: String { FolderContents.resolved(path) ?? path }

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

        private var saveFailure: NCWidgetError {
            let reason = Language.systemError(errno)
            return NCWidgetError(tr("Can’t save {file}: {reason}", ["file": name, "reason": reason]))
        }

        private var readFailure: NCWidgetError {
            let reason = Language.systemError(errno)
            return NCWidgetError(tr("Can’t read {file}: {reason}", ["file": name, "reason": reason]))
        }
    }
#endif
