#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel
    internal import TodayPlatform

    /// The events in a folder of iCalendar files, as vdirsyncer, khal and calcurse keep them. Never writes.
    ///
    /// Files are in the folder itself, or in folders below it: each folder is a calendar, and so is each file at the top.
    final class CalendarFolder: EventSource {
        /// The largest file to read.
        private static let maximumBytes = 4 << 20
        private static let maximumFiles = 10000
        private static let maximumFolders = 200
        /// Of folders below the first one.
        private static let maximumDepth = 3
        /// The time that all files may take.
        private static let patience: Duration = .seconds(10)

        private let roots: [String]
        private let names: Set<String>
        private var window = EventWindow(first: Day(number: 0), end: Day(number: 0))
        /// The end of the window, which differs in another zone.
        private var midnight: Int64 = 0
        private var files: [String: ReadFile] = [:]
        private var watch: FolderWatch?
        private var watched: [String] = []
        private var isReading = false
        private var hasChanged = false
        private var changed: (@WidgetActor () -> Void)?

        private struct ReadFile {
            let stamp: FileStamp
            let events: [CalendarEvent]
            let fault: String?
        }

        /// - Parameters:
        ///   - roots: Absolute paths; the first one that exists counts.
        ///   - names: The names of the calendars to show, in lower case; empty for all.
        init(_ roots: [String], names: Set<String> = []) {
            self.roots = roots
            self.names = names
        }

        var events: [CalendarEvent] { files.values.flatMap(\.events) }

        var warnings: [String] {
            let faulty = files.filter { $0.value.fault != nil }.map { Self.name($0.key) }.sorted()
            guard let first = faulty.first else { return [] }
            return [
                trn(
                    "Can’t read all of the calendar file “{file}”.",
                    "Can’t read all of {count} calendar files, such as “{file}”.", faulty.count, ["file": first])
            ]
        }

        func start(_ window: EventWindow, changed: @escaping @WidgetActor () -> Void) async throws {
            let midnight = Zone.system.moment(window.end)
            if window != self.window || midnight != self.midnight { files = [:] }
            (self.window, self.midnight) = (window, midnight)
            self.changed = changed
            await read()
        }

        func stop() {
            changed = nil
            watched = []
            if let watch = watch.take() { Task { await watch.end() } }
        }

        // MARK: Reading

        /// Reads what has changed. A change meanwhile starts another pass.
        private func read() async {
            hasChanged = true
            if isReading { return }
            isReading = true
            while hasChanged, changed != nil {
                hasChanged = false
                await readOnce()
            }
            isReading = false
        }

        private func readOnce() async {
            let deadline = ContinuousClock.now + Self.patience
            let folders = await follow()
            var found: [String: ReadFile] = [:]
            for path in folders.flatMap({ files(in: $0, isRoot: $0 == folders.first) }).prefix(Self.maximumFiles) {
                // The process answers the center between two files.
                await Task.yield()
                guard changed != nil else { return }
                guard let stamp = FileStamp(path) else { continue }
                if let known = files[path], known.stamp == stamp {
                    found[path] = known
                } else if ContinuousClock.now > deadline {
                    found[path] = ReadFile(
                        stamp: stamp, events: [], fault: "not read, because other files took too long")
                } else {
                    found[path] = Self.file(path, stamp, window)
                }
                if let fault = found[path]?.fault, files[path]?.fault != fault || files[path]?.stamp != stamp {
                    StandardError.print("calendar: \(ForeignText.logLine(path)): \(fault)")
                }
            }
            files = found
        }

        private static func file(_ path: String, _ stamp: FileStamp, _ window: EventWindow) -> ReadFile {
            var reader = ICalendarReader(window: window)
            do { reader.read(try TextFile.read(path, maximumBytes: maximumBytes)) } catch {
                return ReadFile(stamp: stamp, events: [], fault: error.description)
            }
            return ReadFile(stamp: stamp, events: reader.events, fault: reader.fault)
        }

        // MARK: Folders

        /// Watches the folders that exist now, and those that may come. Returns the first root that exists, and the folders
        /// below it.
        private func follow() async -> [String] {
            var folders: [String] = []
            // A second pass finds what was created before the watch began.
            for _ in 0..<2 {
                folders = Self.folders(roots)
                let wanted = roots + folders.filter { !roots.contains($0) }
                if wanted == watched { break }
                watched = wanted
                await watch.take()?.end()
                let watch = FolderWatch(
                    wanted, suffix: "", settling: .milliseconds(100), loop: WidgetActor.shared.loop,
                    problem: { StandardError.print("calendar: \($0)") },
                    changed: { [weak self] in Task { @WidgetActor in await self?.filesDidChange() } })
                self.watch = watch
                await watch.begin()
            }
            return folders
        }

        private func filesDidChange() async {
            let before = (Set(events), warnings)
            await read()
            if before != (Set(events), warnings) { changed?() }
        }

        private static func folders(_ roots: [String]) -> [String] {
            guard let root = roots.first(where: { FolderContents.names(in: $0) != nil }) else { return [] }
            var found = [root]
            var level = [root]
            for _ in 0..<maximumDepth {
                level = level.flatMap { folder in
                    (FolderContents.names(in: folder) ?? []).filter { !isHidden($0) && !isCalendar($0) }.sorted()
                        .map { "\(folder)/\($0)" }.filter { FolderContents.names(in: $0) != nil }
                }
                found += level.prefix(max(0, maximumFolders - found.count))
            }
            return found
        }

        private func files(in folder: String, isRoot: Bool) -> [String] {
            let all = (FolderContents.names(in: folder) ?? []).filter { !Self.isHidden($0) && Self.isCalendar($0) }
                .sorted()
            if names.isEmpty { return all.map { "\(folder)/\($0)" } }
            if isRoot {
                return all.filter { names.contains(String($0.dropLast(4)).lowercased()) }.map { "\(folder)/\($0)" }
            }
            // vdirsyncer keeps the name for users in this file.
            let title = try? TextFile.read("\(folder)/displayname", maximumBytes: 4096)
            let isWanted = [Self.name(folder), ForeignText.title(title ?? "")].contains {
                names.contains($0.lowercased())
            }
            return isWanted ? all.map { "\(folder)/\($0)" } : []
        }

        private static func name(_ path: String) -> String { path.split(at: "/").last.map(String.init) ?? path }
        private static func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

        private static func isCalendar(_ name: String) -> Bool {
            name.utf8.count > 4 && name.utf8.suffix(4).map { $0 | 0x20 } == [0x2E, 0x69, 0x63, 0x73]
        }
    }
#endif
