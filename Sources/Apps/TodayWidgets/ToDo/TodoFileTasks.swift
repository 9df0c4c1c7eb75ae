#if Widgets
    internal import NotificationCenter
    internal import TodayPlatform

    /// The tasks of a todo.txt file, which is followed by inotify.
    final class TodoFileTasks: TaskSource {
        private(set) var tasks: [ListedTask] = []
        var warnings: [String] { [] }

        private let file: TodoFile
        private let changed: @WidgetActor ((any Error)?) -> Void
        private var watch: FolderWatch?

        /// - Parameters:
        ///   - path: The path of the file.
        ///   - changed: Called after each later change, with the error if the file can't be read.
        init(path: String, changed: @escaping @WidgetActor ((any Error)?) -> Void) {
            file = TodoFile(path: path)
            self.changed = changed
        }

        /// The folder is watched, because most editors replace the file.
        func start() async throws {
            if watch == nil {
                let watch = FolderWatch(
                    file.folders, suffix: file.name, settling: .milliseconds(50), loop: WidgetActor.shared.loop,
                    problem: { StandardError.print("to-do: \($0)") },
                    changed: { [weak self] in Task { @WidgetActor in await self?.fileDidChange() } })
                self.watch = watch
                await watch.begin()
            }
            try await read()
        }

        func stop() {
            if let watch = watch.take() { Task { await watch.end() } }
        }

        func setDone(_ task: ListedTask, _ isDone: Bool) async throws {
            guard let task = TodoTask(line: task.key) else { return }
            try await file.replace(task.line, with: isDone ? task.done(on: Day.today) : task.reopened)
            try await read()
        }

        func add(_ typed: String, created day: Day?) async throws {
            try await file.add(TodoTask.line(typed, created: day))
            try await read()
        }

        private func read() async throws { tasks = try await file.tasks().map(\.listed) }

        private func fileDidChange() async {
            guard watch != nil else { return }
            do {
                try await file.repair()
                try await read()
                changed(nil)
            } catch { changed(error) }
        }
    }
#endif
