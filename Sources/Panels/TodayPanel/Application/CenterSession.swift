#if Panel
    internal import DBus
    internal import TodayHost
    internal import TodayModel

    /// The panel's connection to the center: its view, and the requests of the user.
    @MainActor final class CenterSession: CardDelegate {
        /// Called with each view; of several at once, only with the newest.
        var onView: (TodayView) -> Void = { _ in }
        /// Called when the user has added an instance of a widget.
        var onAdded: (WidgetIdentifier) -> Void = { _ in }
        /// The number of instances that are being added, by widget.
        private var adding: [WidgetIdentifier: Int] = [:]
        /// The machine of the center; nil for this one.
        let machine: CenterMachine?
        /// Called with the connection to this machine's center.
        var onConnection: (Connection) -> Void = { _ in }
        /// Whether the session is locked.
        let lock = SessionLock()

        /// The first connection, which was started before the panel had anything to show.
        private var opening: Task<Connection, any Error>?
        private var connection: Connection?
        /// The session bus of this machine, for the desktop.
        private var desktop: Connection?
        /// Follows the center while the panel is shown. A hidden panel has no host, so that nothing wakes it.
        private var host: TodayViewHost?
        private var following: Task<Void, Never>?
        private var wanted: ViewingOptions?
        /// The last view that ``onView`` got.
        private var shown = TodayView()
        /// Runs the starts and ends of viewing in sequence, so that the last request takes effect last.
        private var pendingChange: Task<Void, Never>?

        /// - Parameter opening: a connection that is already being opened.
        init(_ opening: Task<Connection, any Error>? = nil, on machine: CenterMachine? = nil) {
            (self.opening, self.machine) = (opening, machine)
        }

        /// Starts to connect to the bus of the center, concurrently with other work.
        static func open(_ machine: CenterMachine? = nil) -> Task<Connection, any Error> {
            Task { @concurrent in try await Connection.open(machine?.address ?? .session) }
        }

        /// Starts viewing, or changes its options.
        func beginViewing(_ options: ViewingOptions) {
            wanted = options
            scheduleChange()
        }

        /// Ends viewing.
        func endViewing() {
            wanted = nil
            scheduleChange()
        }

        /// Returns when the center has received every change.
        func finishChanges() async { await pendingChange?.value }

        /// Searches for the center again, on a new connection.
        func tryAgain() {
            let former = pendingChange
            pendingChange = Task {
                await former?.value
                await stopHost()
                await connection?.close()
                connection = nil
                await applyRequest()
            }
        }

        private func scheduleChange() {
            let former = pendingChange
            pendingChange = Task {
                await former?.value
                await applyRequest()
            }
        }

        /// Applies the current request.
        private func applyRequest() async {
            guard let wanted else { return await stopHost() }
            if let host { return await host.beginViewing(wanted) }
            do {
                let host = TodayViewHost(try await connected())
                self.host = host
                let views = await host.views()
                following = Task {
                    for await view in views where view.center != .connecting { show(view) }
                }
                try await host.start(viewing: wanted)
            } catch {
                show(TodayView(center: .unavailable(CenterAbsence(error))))
            }
        }

        private func show(_ view: TodayView) {
            let view = machine == nil ? view : view.ofOtherMachine
            shown = view
            onView(view)
        }

        private func stopHost() async {
            guard let host else { return }
            self.host = nil
            following?.cancel()
            following = nil
            await host.stop()
        }

        private func connected() async throws -> Connection {
            if let connection, await !connection.isClosed { return connection }
            if machine != nil, desktop == nil, let session = try? await Connection.open(.session) {
                follow(session)
            }
            let opening = opening ?? Self.open(machine)
            self.opening = nil
            let new = try await opening.value
            connection = new
            if machine == nil {
                onConnection(new)
                follow(new)
            }
            return new
        }

        /// Follows the desktop of this machine.
        private func follow(_ session: Connection) {
            desktop = session
            Task { await DesktopAppearance.follow(session) }
            Task { await lock.follow(session) }
        }

        // MARK: User requests

        /// Edits the arrangement and keeps changes by others. Returns the resulting arrangement.
        func rearrange(_ edit: ArrangementEdit) async throws(Refusal) -> [WidgetIdentifier] {
            do { return try await CenterClient(try established()).make(edit) } catch { throw Refusal(error) }
        }

        /// Adds another instance of a widget. Returns the new instance. Throws the error of the center, which may name
        /// a setting.
        func addInstance(
            of identifier: WidgetIdentifier, settings: [String: DBusValue] = [:]
        ) async throws -> WidgetIdentifier {
            adding[identifier.widget, default: 0] += 1
            defer { adding[identifier.widget, default: 1] -= 1 }
            let new = try await CenterClient(try established()).addInstance(of: identifier, settings: settings)
            onAdded(new)
            return new
        }

        /// Returns whether the user is adding this instance in this panel, so that the panel doesn't announce it as new.
        func isAdding(_ identifier: WidgetIdentifier) -> Bool {
            identifier.instance > 1 && adding[identifier.widget, default: 0] > 0
        }

        /// Returns why a widget is or isn't fresh.
        func explain(_ identifier: WidgetIdentifier) async throws(Refusal) -> Explanation {
            do { return Explanation(try await CenterClient(try established()).explain(identifier)) } catch {
                throw Refusal(error)
            }
        }

        /// Returns the sample content of a widget; nil if it can't be read.
        func sample(of identifier: WidgetIdentifier) async -> Content? {
            guard let client = (try? established()).map({ CenterClient($0) }) else { return nil }
            return try? await client.sample(of: identifier)
        }

        /// Returns the instances that the user has removed, newest first; none if they can't be read.
        func removedInstances() async -> [RemovedInstance] {
            guard let client = (try? established()).map({ CenterClient($0) }) else { return [] }
            var removed = (try? await client.listRemoved()) ?? []
            // A path names a file of the other machine.
            for index in removed.indices where machine != nil && IconRule.isPath(removed[index].icon) {
                removed[index].icon = ""
            }
            return removed
        }

        /// Changes settings of a widget. Throws the error of the center, which may name one of them.
        func make(_ change: SettingsChange, of identifier: WidgetIdentifier) async throws {
            try await CenterClient(try established()).make(change, of: identifier)
        }

        /// Connects to the bus of the center without viewing anything.
        func connect() { Task { _ = try? await connected() } }

        /// Returns the current connection. Requests go out at once, even before the center has confirmed that viewing
        /// started or ended.
        private func established() throws(Refusal) -> Connection {
            guard let connection, machine == nil || shown.isAvailable else {
                throw Refusal(
                    machine.map { tr("Can’t reach {host}", ["host": $0.name]) }
                        ?? tr("Can’t connect to the session bus"))
            }
            return connection
        }

        private func perform(_ body: (CenterClient) async throws -> Void) async -> Refusal? {
            do {
                try await body(CenterClient(try established()))
                return nil
            } catch {
                return Refusal(error)
            }
        }

        func tap(_ tap: NodeTap, parameter: DBusValue?, node: String?, card: CardPresentation) async -> Refusal? {
            let token = ActivationToken.make()
            let refusal = await perform { client in
                switch tap {
                case .action(let action, let own):
                    var platformData: [String: DBusValue] = ["revision": .uint64(card.revision)]
                    if let node { platformData["node"] = .string(node) }
                    if let token { platformData["activation-token"] = .string(token) }
                    try await client.invokeAction(
                        action, of: card.identifier, parameter: parameter ?? own, platformData: platformData)
                case .url(let url) where machine != nil: try CenterMachine.open(url)
                case .url(let url):
                    let options = token.map { ["activation-token": DBusValue.string($0)] } ?? [:]
                    if try await !client.openURL(url, for: card.identifier, options: options) {
                        throw Refusal(tr("No app can open {url}", ["url": url]))
                    }
                }
            }
            // The reply may overtake the view with the changes that the center made before it.
            if let view = await host?.view, let changed = view.known[card.identifier],
                let former = shown.known[card.identifier], changed.revision > former.revision
            {
                show(view)
            }
            return refusal
        }

        func setDisplayMode(_ mode: DisplayMode, of identifier: WidgetIdentifier) async -> Refusal? {
            await perform { try await $0.setDisplayMode(mode, for: identifier) }
        }

        /// Sets options of a widget; nil lets the author choose the interval of updates.
        func set(_ choices: WidgetOptionChoices?, of identifier: WidgetIdentifier) async -> Refusal? {
            await perform { client in
                if let choices {
                    try await client.setOptions(choices, of: identifier)
                } else {
                    try await client.resetOptions([WidgetOptions.Key.updateInterval.rawValue], of: identifier)
                }
            }
        }

        func update(_ identifier: WidgetIdentifier) async -> Refusal? {
            await perform { _ = try await $0.performUpdate(identifier) }
        }
    }
#endif
