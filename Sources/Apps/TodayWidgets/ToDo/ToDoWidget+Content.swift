#if Widgets
    internal import NotificationCenter
    internal import TodayModel

    extension ToDoWidget {
        /// The number of open tasks in a compact widget, so that the entry below them is visible. The heights are those of
        /// the GTK panel.
        var compactRows: Int {
            let height = extensionContext?.widgetMaximumSize(for: .compact).height ?? 0
            return max(1, Int((height - Self.entryHeight) / Self.rowHeight))
        }

        private static let entryHeight = 50.0
        private static let rowHeight = 23.0
        /// The greatest number of open tasks to send.
        static let maximumRows = 100

        @ContentBuilder var content: WidgetContent {
            if tasks != nil {
                let compactRows = compactRows
                Column(spacing: 3) {
                    if open.isEmpty, warnings.isEmpty || tasks?.isEmpty == false { Text(emptyText, color: .secondary) }
                    for (index, row) in rows(open.prefix(Self.maximumRows)).enumerated() {
                        if index < compactRows { row } else { row.modes(.expanded) }
                    }
                    if open.count > Self.maximumRows {
                        let count = open.count - Self.maximumRows
                        // Translators: tasks that have no room.
                        Text(trn("and {count} more", "and {count} more", count), style: .caption).modes(.expanded)
                    }
                    Entry(tr("Add a task"), placeholder: tr("Add a task…")) { try await self.add($0) }.id("add")
                    for warning in warnings {
                        let text = Text(warning, style: .caption, color: .warning)
                        if tasks?.isEmpty ?? true { text } else { text.modes(.expanded) }
                    }
                    if !completed.isEmpty {
                        Section(tr("Completed"), expanded: true) { for row in rows(completed[...]) { row } }.modes(
                            .expanded)
                    }
                }
                .privacySensitive()
            }
        }

        private var emptyText: String { tasks?.isEmpty ?? true ? tr("No tasks") : tr("All done") }

        private func rows(_ tasks: ArraySlice<ListedTask>) -> [WidgetContent] {
            var copies: [[UInt8]: Int] = [:]
            return tasks.map { task in
                defer { copies[task.key, default: 0] += 1 }
                return row(task, id: id(of: task, copies[task.key] ?? 0))
            }
        }

        private func row(_ task: ListedTask, id: String) -> WidgetContent {
            Row {
                Checkbox(task.label, isChecked: task.isDone) { try await self.complete(task, $0) }.id(id)
                if let due = task.due, !task.isDone {
                    Spacer()
                    dueText(due)
                }
            }
            .widgetContent
        }

        private func dueText(_ due: Day) -> Text {
            let days = due.number - Day.today.number
            let words =
                switch days {
                // Translators: the day on which a task is due.
                case ..<0: tr("Overdue")
                case 0: trc("day", "Today")
                case 1: tr("Tomorrow")
                case 2..<7: due.weekdayName
                default: due.dateText
                }
            return Text(words, style: .caption, color: days < 0 ? .error : days == 0 ? .warning : .secondary, lines: 1)
        }

        /// Returns the name of a row, which stays when other tasks come and go, also in a later process.
        ///
        /// - Parameter copy: The number of tasks with an equal key before it.
        private func id(of task: ListedTask, _ copy: Int) -> String {
            // FNV-1a.
            let hash = task.key.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            return "task-" + String(hash, radix: 16) + (copy == 0 ? "" : "-\(copy)")
        }
    }
#endif
