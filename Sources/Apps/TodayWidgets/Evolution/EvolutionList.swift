#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The components to read of a calendar or a task list.
    struct EvolutionQuery<Content: Sendable> {
        /// An expression; see ECalClient, "Query language".
        let expression: String
        /// Reads components in the format of iCalendar. The fault is a clause that says why some are missing.
        let read: @WidgetActor (_ objects: [String]) -> (content: Content, fault: String?)
    }

    /// One calendar or task list of evolution-data-server.
    @WidgetActor
    final class EvolutionList<Content: Sendable> {
        /// Its identifier.
        let uid: String
        /// The name for users.
        let name: String
        /// The content that was read last.
        private(set) var content: Content?
        /// The reason why components are missing.
        private(set) var fault: String?
        /// Its object, while it is followed.
        private(set) var object: EvolutionCalendar?

        private let kind: SourceFile.Kind
        private var query: EvolutionQuery<Content>?
        private var following: Task<Void, Never>?

        init(_ uid: String, _ name: String, _ kind: SourceFile.Kind) {
            self.uid = uid
            self.name = name
            self.kind = kind
        }

        /// Reads the components, and follows them.
        func start(
            _ query: EvolutionQuery<Content>, _ session: Connection, _ changed: @escaping @WidgetActor () -> Void
        ) async {
            stop()
            do {
                let factory = EvolutionCalendarFactory(
                    session, EvolutionService.factory, at: EvolutionService.factoryPath)
                let opened =
                    switch kind {
                    case .calendar: try await factory.openCalendar(sourceUid: uid)
                    case .taskList: try await factory.openTaskList(sourceUid: uid)
                    }
                guard let path = ObjectPath(rawValue: opened.objectPath), BusName.fault(in: opened.busName) == nil
                else {
                    throw NCWidgetError("the \(kind.noun) has no object")
                }
                let program = BusName(unchecked: opened.busName)
                let object = EvolutionCalendar(session, program, at: path)
                _ = try await object.open()
                let view = EvolutionCalendarView(
                    session, program, at: try await object.getView(query: query.expression))
                let signals = try await view.proxy.signals()
                // Only changes: the call below returns what exists.
                try await view.setFlags(flags: 0)
                try await view.start()
                (self.object, self.query) = (object, query)
                try await read()
                following?.cancel()
                following = Task { [weak self] in
                    for await signal in signals {
                        let isChange = [
                            EvolutionCalendarViewInterface.objectsAdded.name,
                            EvolutionCalendarViewInterface.objectsModified.name,
                            EvolutionCalendarViewInterface.objectsRemoved.name,
                        ].contains(signal.member)
                        guard let self, !Task.isCancelled else { break }
                        if isChange, (try? await self.read()) != nil { changed() }
                    }
                    try? await view.dispose()
                }
            } catch {
                fault = "\(error)"
                let line = "\(kind.noun) \(ForeignText.logLine(name)): \(ForeignText.logLine("\(error)"))"
                StandardError.print(line)
            }
        }

        func stop() { following.take()?.cancel() }

        /// Reads the components again.
        func read() async throws {
            guard let object, let query else { return }
            (content, fault) = query.read(try await object.getObjectList(query: query.expression))
        }
    }
#endif
