#if Widgets
    internal import NotificationCenter
    internal import TodayModel
    internal import TodayPlatform

    /// The open tasks of a todo.txt file, or of the task lists of the desktop, to complete and to add.
    ///
    /// It follows them while a panel is visible. It never takes the file as its own: see ``TodoFile``.
    final class ToDoWidget: SourceWidget {
        static let widgetIdentifier: String? = "org.todaycenter.widgets.to-do"
        static let busName: String? = WidgetPlace.busName
        static let objectPath: String? = WidgetPlace.path("ToDo")

        @NCSetting("Source") var sourceKind = SourceKind.file
        @NCSetting("File") var file = ""
        /// The names of the task lists to show, separated by commas; empty for all.
        @NCSetting("Lists") var lists = ""
        @NCSetting("Order") var order = Order.priority
        @NCSetting("Completed") var completedCount = 5
        @NCSetting("CreationDate") var addsCreationDate = false

        /// Where the tasks are from: a file, or evolution-data-server.
        enum SourceKind: String { case file, evolution }

        /// The order of open tasks: by priority and due date, or that of the list.
        enum Order: String { case priority, file }

        /// The environment that names the default file.
        var environment = Environment.current
        private var source: (any TaskSource)?
        /// The settings that the source was chosen for.
        private var chosen: [String] = []
        private var isFollowed = false
        /// Whether the source has been read once.
        private var isKnown = false

        init() { Watching.shared.add(self) }

        /// The tasks; nil until they are known.
        var tasks: [ListedTask]? { isKnown ? source?.tasks : nil }
        /// Sentences about what can't be read.
        var warnings: [String] { isKnown ? source?.warnings ?? [] : [] }

        /// The open tasks in the order of the settings.
        var open: [ListedTask] {
            let open = (tasks ?? []).filter { !$0.isDone }
            guard order == .priority else { return open }
            // A stable sort keeps the order of the list.
            return open.enumerated().sorted { left, right in
                if ListedTask.comesBefore(left.element, right.element) { return true }
                return !ListedTask.comesBefore(right.element, left.element) && left.offset < right.offset
            }.map(\.element)
        }

        /// The completed tasks to show, the latest first.
        var completed: [ListedTask] {
            let done = (tasks ?? []).filter(\.isDone).enumerated().sorted { left, right in
                let days = (left.element.completed?.number ?? 0, right.element.completed?.number ?? 0)
                return days.0 == days.1 ? left.offset > right.offset : days.0 > days.1
            }
            return done.prefix(max(completedCount, 0)).map(\.element)
        }

        // MARK: Source

        func startSource() async throws {
            isFollowed = true
            let settings = [sourceKind.rawValue, sourceKind == .file ? path : lists]
            if settings != chosen {
                source?.stop()
                chosen = settings
                isKnown = false
                let changed: @WidgetActor ((any Error)?) -> Void = { [weak self] in self?.tasksDidChange($0) }
                source =
                    switch sourceKind {
                    case .file: TodoFileTasks(path: path, changed: changed)
                    case .evolution: EvolutionTasks(names: EvolutionService.names(lists), changed: changed)
                    }
            }
            try await source?.start()
            isKnown = true
            updateBadge()
        }

        func stopSource() {
            isFollowed = false
            source?.stop()
        }

        /// A new setting needs another source, even if the old one is followed. Some file systems report no changes.
        func widgetPerformUpdate() async throws -> NCUpdateResult {
            if isFollowed { try await startSource() }
            try await Watching.shared.update(self)
            return .newData
        }

        private func tasksDidChange(_ error: (any Error)?) {
            if let error {
                Task { try? await extensionContext?.updateDidFail(error) }
            } else {
                updateBadge()
                sourceDidChange()
            }
        }

        /// Counts the tasks that are due. At midnight, others are, and due days get other words.
        private func updateBadge() {
            let due = open.compactMap(\.due)
            let today = Day.today
            extensionContext?.widgetBadge = UInt32(clamping: due.filter { $0 <= today }.count)
            let midnight = Timestamp(microseconds: UInt64(clamping: Zone.system.moment(today + 1)) * 1_000_000)
            extensionContext?.requestUpdate(at: due.contains { $0 >= today } ? midnight : .never)
        }

        // MARK: Taps

        func complete(_ task: ListedTask, _ isDone: Bool) async throws {
            try await withSource {
                if isDone != task.isDone { try await source?.setDone(task, isDone) }
            }
            updateBadge()
        }

        func add(_ typed: String) async throws {
            if ForeignText.isBlank(typed) { throw NCWidgetError(tr("Enter a task")) }
            try await withSource { try await source?.add(typed, created: addsCreationDate ? Day.today : nil) }
            updateBadge()
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
    }
#endif
