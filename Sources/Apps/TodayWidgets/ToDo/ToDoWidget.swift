#if Widgets
    internal import Glibc
    internal import NotificationCenter
    internal import TodayPlatform

    /// The open tasks of a todo.txt file, to complete and to add.
    ///
    /// It follows the file while a panel is visible. It never takes the file as its own: see ``TodoFile``.
    final class ToDoWidget: NCWidgetProviding {
        static let widgetIdentifier: String? = "org.todaycenter.widgets.to-do"
        static let busName: String? = WidgetPlace.busName
        static let objectPath: String? = WidgetPlace.path("ToDo")

        @NCSetting("File") var file = ""
        @NCSetting("Order") var order = Order.priority
        @NCSetting("Completed") var completedCount = 5
        @NCSetting("CreationDate") var addsCreationDate = false

        /// The order of open tasks: by priority and due date, or that of the file.
        enum Order: String { case priority, file }

        /// The environment that names the default file.
        var environment = Environment.current
        private(set) var tasks: [TodoTask]?
        private var list: TodoFile?
        private var watch: FolderWatch?

        init() {}

        /// The open tasks in the order of the settings.
        var open: [TodoTask] {
            let open = (tasks ?? []).filter { !$0.isDone }
            guard order == .priority else { return open }
            // A stable sort keeps the order of the file.
            return open.enumerated().sorted { left, right in
                if TodoTask.comesBefore(left.element, right.element) { return true }
                return !TodoTask.comesBefore(right.element, left.element) && left.offset < right.offset
            }.map(\.element)
        }

        /// The completed tasks to show, the latest first.
        var completed: [TodoTask] {
            let done = (tasks ?? []).filter(\.isDone).enumerated().sorted { left, right in
                let days = (left.element.completed?.number ?? 0, right.element.completed?.number ?? 0)
                return days.0 == days.1 ? left.offset > right.offset : days.0 > days.1
            }
            return done.prefix(max(completedCount, 0)).map(\.element)
        }

        func widgetPerformUpdate() async throws -> NCUpdateResult {
            try await read()
            return .newData
        }

        func widgetDidAppear() { Task { await follow() } }

        func widgetDidDisappear() {
            if let watch = watch.take() { Task { await watch.end() } }
        }

        // MARK: Taps

        func complete(_ task: TodoTask, _ isDone: Bool) async throws {
            let line = isDone ? task.done(on: Day.today) : task.reopened
            if isDone != task.isDone { try await currentList.replace(task.line, with: line) }
            try await read()
        }

        func add(_ typed: String) async throws {
            let line = TodoTask.line(typed, created: addsCreationDate ? Day.today : nil)
            guard TodoTask(line: line) != nil else { throw NCWidgetError("Enter a task") }
            try await currentList.add(line)
            try await read()
        }

        // MARK: The file

        /// The file of the settings, or else that of the environment, or else `todo.txt` in the home folder.
        var path: String {
            if !file.isEmpty {
                return file.utf8.starts(with: "~/".utf8) ? NCDirectories.home + file.dropFirst() : file
            }
            if let path = environment["TODO_FILE"], path.utf8.first == UInt8(ascii: "/") { return path }
            if let folder = environment["TODO_DIR"], folder.utf8.first == UInt8(ascii: "/") {
                return folder + "/todo.txt"
            }
            return NCDirectories.home + "/todo.txt"
        }

        private var currentList: TodoFile {
            if let list, list.path == path { return list }
            let list = TodoFile(path: path)
            self.list = list
            return list
        }

        private func read() async throws {
            let isOther = list?.path != path
            do { tasks = try await currentList.tasks() } catch {
                if isOther { tasks = nil }
                throw error
            }
            if isOther, let watch = watch.take() {
                await watch.end()
                await follow()
            }
        }

        /// Reads the file whenever it changes. The folder is watched, because most editors replace the file.
        private func follow() async {
            guard watch == nil, extensionContext?.isViewing ?? false else { return }
            let list = currentList
            let watch = FolderWatch(
                list.folders, suffix: list.name, settling: .milliseconds(50), loop: WidgetActor.shared.loop,
                problem: { problem in _ = writeAll("today-widgets: \(problem)\n", to: STDERR_FILENO) },
                changed: { [weak self] in Task { @WidgetActor in await self?.fileDidChange() } })
            self.watch = watch
            await watch.begin()
            await fileDidChange()
        }

        private func fileDidChange() async {
            guard let extensionContext else { return }
            do {
                try await currentList.repair()
                try await read()
                try await extensionContext.contentDidChange()
            } catch { try? await extensionContext.updateDidFail(error) }
        }
    }
#endif
