#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The services of evolution-data-server, which keeps the calendars and tasks of GNOME's online accounts and of
    /// Evolution.
    enum EvolutionService {
        static let sources: BusName = "org.gnome.evolution.dataserver.Sources5"
        static let factory: BusName = "org.gnome.evolution.dataserver.Calendar8"
        static let manager: ObjectPath = "/org/gnome/evolution/dataserver/SourceManager"
        static let factoryPath: ObjectPath = "/org/gnome/evolution/dataserver/CalendarFactory"

        /// Reads a setting with the names of calendars or task lists, separated by commas. Returns them in lower case.
        static func names(_ setting: String) -> Set<String> {
            let names = setting.listed.map { ForeignText.title(String($0)) }
            return Set(names.filter { !$0.isEmpty }.map { $0.lowercased() })
        }
    }

    /// The calendars of evolution-data-server, or its task lists.
    @WidgetActor
    final class EvolutionLists<Content: Sendable> {
        /// The calendars or task lists to show, by identifier.
        private(set) var lists: [String: EvolutionList<Content>] = [:]

        private let kind: SourceFile.Kind
        private let names: Set<String>
        private var following: Task<Void, Never>?

        /// - Parameter names: The names of those to show, in lower case; empty for those that are selected in Evolution.
        init(_ kind: SourceFile.Kind, names: Set<String>) {
            self.kind = kind
            self.names = names
        }

        /// Sentences for the user about what can't be read.
        var warnings: [String] {
            let failed = lists.values.filter { $0.fault != nil }.map(\.name).sorted()
            guard let first = failed.first else { return [] }
            return switch kind {
            case .calendar:
                [
                    trn(
                        "Can’t read the calendar “{name}”.", "Can’t read {count} calendars, such as “{name}”.",
                        failed.count, ["name": first])
                ]
            case .taskList:
                [
                    trn(
                        "Can’t read the task list “{name}”.", "Can’t read {count} task lists, such as “{name}”.",
                        failed.count, ["name": first])
                ]
            }
        }

        /// Reads them, and follows them until ``stop()``.
        ///
        /// - Parameters:
        ///   - query: The components to read.
        ///   - changed: Called after each later change.
        func start(_ query: EvolutionQuery<Content>, changed: @escaping @WidgetActor () -> Void) async throws {
            stop()
            let session = try await Buses.session()
            let manager = try await ObjectManagerClient.open(
                session, EvolutionService.sources, at: EvolutionService.manager)
            let events = await manager.events(bufferingPolicy: .unbounded)
            await open(await selection(manager), query, session, changed)
            // Another start may have been faster.
            following?.cancel()
            following = Task { [weak self] in
                // Existing objects come first.
                for await _ in events {
                    guard let self, !Task.isCancelled else { return }
                    let selection = await self.selection(manager)
                    if selection == self.lists.mapValues(\.name) { continue }
                    await self.open(selection, query, session, changed)
                    changed()
                }
            }
        }

        /// Stops following. The content stays.
        func stop() {
            following.take()?.cancel()
            for list in lists.values { list.stop() }
        }

        /// Returns the names of those to show, by identifier.
        private func selection(_ manager: ObjectManagerClient) async -> [String: String] {
            var found: [String: String] = [:]
            for object in await manager.objects(with: EvolutionSource.interface).values {
                guard found.count < 32, let uid: String = object.value("UID", of: EvolutionSource.interface),
                    let data: String = object.value("Data", of: EvolutionSource.interface)
                else { continue }
                let source = SourceFile(data, kind: kind)
                guard source.isOfKind, source.isEnabled else { continue }
                if names.isEmpty ? source.isSelected : names.contains(source.name.lowercased()) {
                    found[uid] = source.name
                }
            }
            return found
        }

        private func open(
            _ selection: [String: String], _ query: EvolutionQuery<Content>, _ session: Connection,
            _ changed: @escaping @WidgetActor () -> Void
        ) async {
            for (uid, list) in lists where selection[uid] != list.name {
                list.stop()
                lists[uid] = nil
            }
            for (uid, name) in selection.sorted(by: { $0.key < $1.key }) {
                let list = lists[uid] ?? EvolutionList(uid, name, kind)
                lists[uid] = list
                await list.start(query, session, changed)
            }
        }
    }
#endif
