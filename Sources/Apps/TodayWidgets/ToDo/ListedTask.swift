#if Widgets
    internal import NotificationCenter

    /// A task of any source, as the widget shows it.
    struct ListedTask: Hashable {
        /// The bytes that identify the task for its source, such as its line in a file.
        let key: [UInt8]
        let label: String
        let isDone: Bool
        /// The smallest number comes first; nil comes last.
        let priority: UInt8?
        let due: Day?
        /// The day of completion.
        let completed: Day?

        /// The order of open tasks: those with a priority first, then those that are due, each as in the list.
        static func comesBefore(_ left: ListedTask, _ right: ListedTask) -> Bool {
            let priorities = (left.priority ?? .max, right.priority ?? .max)
            if priorities.0 != priorities.1 { return priorities.0 < priorities.1 }
            return (left.due?.number ?? .max) < (right.due?.number ?? .max)
        }
    }

    /// A list of tasks: a file, or the task lists of a service.
    ///
    /// It reads the tasks again before ``setDone(_:_:)`` and ``add(_:created:)`` return.
    @WidgetActor
    protocol TaskSource: Source {
        /// The tasks that were read last, in the order of the list.
        var tasks: [ListedTask] { get }
        /// Sentences for the user about what can't be read.
        var warnings: [String] { get }

        /// Completes a task, or opens it again.
        func setDone(_ task: ListedTask, _ isDone: Bool) async throws

        /// Adds a task.
        ///
        /// - Parameters:
        ///   - typed: The text that the user typed.
        ///   - day: The day to write before the task, for a list without such dates.
        func add(_ typed: String, created day: Day?) async throws
    }
#endif
