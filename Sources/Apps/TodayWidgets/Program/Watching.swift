#if Widgets
    internal import DBus
    internal import Glibc
    internal import NotificationCenter
    internal import TodayPlatform

    /// Starts and stops the sources of all widgets: while any of them is visible in a panel, all are followed.
    ///
    /// An update while no panel looks, as by `todayctl update`, starts its source only for that update.
    @WidgetActor
    final class Watching {
        static let shared = Watching()

        private var members: [ObjectIdentifier: Member] = [:]
        /// The widgets that a panel shows.
        private var viewed: Set<ObjectIdentifier> = []

        private struct Member {
            let widget: any SourceWidget
            /// The running or finished start; nil while the source isn't followed.
            var start: Task<Void, any Error>?
            /// The start before, which may end after the source was stopped.
            var former: Task<Void, any Error>?
            /// The number of updates and taps in progress.
            var uses = 0
            /// Whether a tap was answered just now.
            var isAftermath = false
            /// Whether content is being sent, and whether it has changed since.
            var isSending = false
            var hasChanged = false
        }

        /// Adds a widget, until ``remove(_:)``. Each widget calls this when it is made.
        func add(_ widget: any SourceWidget) {
            members[ObjectIdentifier(widget)] = Member(widget: widget)
            if !viewed.isEmpty { follow(ObjectIdentifier(widget)) }
        }

        /// Removes a widget that the center has ended.
        func remove(_ widget: any SourceWidget) {
            disappeared(widget)
            members.removeValue(forKey: ObjectIdentifier(widget))?.start?.cancel()
            widget.stopSource()
        }

        func appeared(_ widget: any SourceWidget) {
            viewed.insert(ObjectIdentifier(widget))
            for member in members.keys { follow(member) }
        }

        func disappeared(_ widget: any SourceWidget) {
            viewed.remove(ObjectIdentifier(widget))
            for member in members.keys { stopIfUnused(member) }
        }

        /// Brings the content of a widget up to date.
        func update(_ widget: any SourceWidget) async throws {
            let id = ObjectIdentifier(widget)
            members[id]?.uses += 1
            defer {
                members[id]?.uses -= 1
                stopIfUnused(id)
            }
            try await started(widget)
        }

        /// Handles a tap while the source of the widget is followed. While no panel looks, it is followed for some time
        /// longer, because services report the effect of a call after its reply.
        func handle(_ widget: any SourceWidget, _ tap: () async throws -> Void) async throws {
            let id = ObjectIdentifier(widget)
            members[id]?.uses += 1
            defer {
                members[id]?.isAftermath = true
                _ = WidgetActor.shared.loop.schedule(after: .seconds(2)) {
                    Task { @WidgetActor in
                        self.members[id]?.uses -= 1
                        self.members[id]?.isAftermath = false
                        self.stopIfUnused(id)
                    }
                }
            }
            try await started(widget)
            try await tap()
        }

        private func started(_ widget: any SourceWidget) async throws {
            let id = ObjectIdentifier(widget)
            do { try await start(id)?.value } catch {
                members[id]?.start = nil
                widget.stopSource()
                throw error
            }
        }

        /// Sends the content of a widget to the panels. During an update without a panel, the answer has it.
        func changed(_ widget: any SourceWidget) {
            let id = ObjectIdentifier(widget)
            guard let member = members[id], !viewed.isEmpty || member.isAftermath else { return }
            members[id]?.hasChanged = true
            if member.isSending { return }
            members[id]?.isSending = true
            Task {
                while members[id]?.hasChanged == true {
                    members[id]?.hasChanged = false
                    await report(widget) {
                        if let error = widget.sourceError {
                            try await widget.extensionContext?.updateDidFail(error)
                        } else {
                            try await widget.extensionContext?.contentDidChange()
                        }
                    }
                }
                members[id]?.isSending = false
            }
        }

        // MARK: Sources

        private func follow(_ id: ObjectIdentifier) {
            guard members[id]?.start == nil, let widget = members[id]?.widget, let start = start(id) else { return }
            Task {
                do {
                    try await start.value
                    changed(widget)
                } catch {
                    // An update that waits for the same start reports its failure itself.
                    guard members[id]?.start == start, members[id]?.uses == 0, !viewed.isEmpty else { return }
                    members[id]?.start = nil
                    widget.stopSource()
                    await report(widget) { try await widget.extensionContext?.updateDidFail(error) }
                }
            }
        }

        private func start(_ id: ObjectIdentifier) -> Task<Void, any Error>? {
            guard let member = members[id] else { return nil }
            if let start = member.start { return start }
            let (widget, former) = (member.widget, member.former)
            let start = Task {
                _ = await former?.result
                try Task.checkCancellation()
                try await widget.startSource()
                if Task.isCancelled {
                    // The widget was asked to stop before all of the source had started.
                    widget.stopSource()
                    throw CancellationError()
                }
            }
            members[id]?.start = start
            return start
        }

        private func stopIfUnused(_ id: ObjectIdentifier) {
            guard viewed.isEmpty, let member = members[id], member.uses == 0, let start = member.start else {
                return
            }
            members[id]?.start = nil
            members[id]?.former = start
            start.cancel()
            member.widget.stopSource()
            if members.values.allSatisfy({ $0.start == nil }) { Buses.close() }
        }

        private func report(_ widget: any SourceWidget, _ body: () async throws -> Void) async {
            do { try await body() } catch {
                let name = widget.extensionContext?.widgetIdentifier ?? "today-widgets"
                _ = writeAll("\(name): \(error)\n", to: STDERR_FILENO)
            }
        }
    }
#endif
