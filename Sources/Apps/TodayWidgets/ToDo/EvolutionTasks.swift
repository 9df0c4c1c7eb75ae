#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The tasks of evolution-data-server, which GNOME's programs and online accounts use.
    final class EvolutionTasks: TaskSource {
        /// The list that each installation has; Evolution adds tasks to it by default.
        private static let mainList = "system-task-list"
        /// The days for which completed tasks are read.
        private static let completedDays = 30

        private let lists: EvolutionLists<[ListedTask]>
        private let changed: @WidgetActor ((any Error)?) -> Void
        private var isInstalled = true

        /// - Parameters:
        ///   - names: The names of the lists to show, in lower case; empty for those that are selected in Evolution.
        ///   - changed: Called after each later change.
        init(names: Set<String>, changed: @escaping @WidgetActor ((any Error)?) -> Void) {
            lists = EvolutionLists(.taskList, names: names)
            self.changed = changed
        }

        var tasks: [ListedTask] { ordered.flatMap { $0.content ?? [] } }
        var warnings: [String] {
            if isInstalled { return lists.warnings }
            // Translators: evolution-data-server is the name of a program.
            return [tr("Can’t find your task lists: evolution-data-server isn’t installed.")]
        }

        /// The lists; new tasks are added to the first one that allows it.
        private var ordered: [EvolutionList<[ListedTask]>] {
            lists.lists.values.sorted {
                ($0.uid == Self.mainList ? 0 : 1, $0.name, $0.uid) < ($1.uid == Self.mainList ? 0 : 1, $1.name, $1.uid)
            }
        }

        func start() async throws {
            let session = try? await Buses.session()
            let names = if let session { await Buses.names(on: session) } else { [] as Set<String> }
            isInstalled = names.contains(EvolutionService.factory.rawValue)
            if !isInstalled { return }
            let first = (Day.today + -Self.completedDays).basic
            let expression = "(not (completed-before? (make-time \"\(first)T000000Z\")))"
            try await lists.start(EvolutionQuery(expression: expression, read: ICalendarTask.read)) { [weak self] in
                self?.changed(nil)
            }
        }

        func stop() { lists.stop() }

        func setDone(_ task: ListedTask, _ isDone: Bool) async throws {
            let list = ordered.first { $0.content?.contains { $0.key == task.key } ?? false }
            guard let list, let object = list.object else {
                throw NCWidgetError(tr("Another program has removed this task"))
            }
            try await change(list, tr("Can’t save “{task}”", ["task": task.label])) {
                // The task as it is now, so that what another program has changed in it stays.
                let current = try await object.getObject(uid: String(decoding: task.key, as: UTF8.self), rid: "")
                let changed = try ICalendarTask.setting(isDone, in: current)
                try await object.modifyObjects(icsObjects: [changed], modType: "all", opflags: 0)
            }
        }

        func add(_ typed: String, created _: Day?) async throws {
            for list in ordered {
                guard let object = list.object, (try? await object.writable) ?? false else { continue }
                return try await change(list, tr("Can’t add the task to “{list}”", ["list": list.name])) {
                    _ = try await object.createObjects(icsObjects: [ICalendarTask.new(typed)], opflags: 0)
                }
            }
            throw NCWidgetError(tr("None of the task lists can be changed"))
        }

        private func change(
            _ list: EvolutionList<[ListedTask]>, _ problem: String, _ body: () async throws -> Void
        ) async throws {
            do {
                try await body()
                try await list.read()
            } catch let error as NCWidgetError {
                throw error
            } catch {
                StandardError.print("to-do: \(ForeignText.logLine("\(error)"))")
                throw NCWidgetError(problem)
            }
        }
    }
#endif
