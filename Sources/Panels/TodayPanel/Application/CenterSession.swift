#if Panel
    internal import DBus
    internal import TodayHost
    internal import TodayModel

    /// The panel's side of the bus: what the center shows, and what the user asks of it.
    @MainActor final class CenterSession: CardDelegate {
        /// Called with every view, the newest if several come at once.
        var onView: (TodayView) -> Void = { _ in }
        /// Whether the session is locked.
        let lock = SessionLock()

        /// The first connection, which was begun before there was anything to be seen.
        private var opening: Task<Connection, any Error>?
        private var connection: Connection?
        /// Follows the center while the panel is shown. Hidden, it is told nothing, so that nothing wakes it.
        private var host: TodayViewHost?
        private var following: Task<Void, Never>?
        private var wanted: ViewingOptions?
        /// What is begun and ended goes out one after the other, so that the last word is the last one.
        private var telling: Task<Void, Never>?

        /// - Parameter opening: a connection that has been begun already.
        init(_ opening: Task<Connection, any Error>? = nil) { self.opening = opening }

        /// Begins to connect to the session bus, beside whatever else there is to do.
        static func open() -> Task<Connection, any Error> {
            Task { @concurrent in try await Connection.open(.session) }
        }

        /// The panel is visible from now on, or has other options.
        func beginViewing(_ options: ViewingOptions) {
            wanted = options
            tell()
        }

        /// The panel is not visible any more.
        func endViewing() {
            wanted = nil
            tell()
        }

        /// Returns when the center has been told everything.
        func settled() async { await telling?.value }

        /// Looks for the center anew, on a new connection.
        func tryAgain() {
            let former = telling
            telling = Task {
                await former?.value
                await leave()
                await connection?.close()
                connection = nil
                await settle()
            }
        }

        private func tell() {
            let former = telling
            telling = Task {
                await former?.value
                await settle()
            }
        }

        /// Brings about what is wanted now.
        private func settle() async {
            guard let wanted else { return await leave() }
            if let host { return await host.beginViewing(wanted) }
            do {
                let host = TodayViewHost(try await connected())
                self.host = host
                let views = await host.views()
                following = Task {
                    for await view in views where view.center != .connecting { onView(view) }
                }
                try await host.start(viewing: wanted)
            } catch {
                onView(TodayView(center: .unavailable("\(error)")))
            }
        }

        private func leave() async {
            guard let host else { return }
            self.host = nil
            following?.cancel()
            following = nil
            await host.stop()
        }

        private func connected() async throws -> Connection {
            if let connection { return connection }
            let opening = opening ?? Self.open()
            self.opening = nil
            let new = try await opening.value
            connection = new
            Task { await DesktopAppearance.follow(new) }
            Task { await lock.follow(new) }
            return new
        }

        // MARK: What the user asks for

        /// Edits the arrangement, keeping what others do to it meanwhile. Returns the arrangement as it is then.
        func rearrange(_ edit: ArrangementEdit) async throws(Refusal) -> [WidgetIdentifier] {
            do { return try await CenterClient(try established()).make(edit) } catch { throw Refusal(error) }
        }

        /// Adds a widget once more. Returns the new instance.
        func addInstance(of identifier: WidgetIdentifier) async throws(Refusal) -> WidgetIdentifier {
            do { return try await CenterClient(try established()).addInstance(of: identifier) } catch {
                throw Refusal(error)
            }
        }

        /// Changes settings of a widget. Throws what the center says, which may be about one of them.
        func make(_ change: SettingsChange, of identifier: WidgetIdentifier) async throws {
            try await CenterClient(try established()).make(change, of: identifier)
        }

        /// The connection there is. What is asked for goes out at once, also while the center has yet to say that it has
        /// heard of the panel's coming or going.
        private func established() throws(Refusal) -> Connection {
            guard let connection else { throw Refusal("the session bus cannot be reached") }
            return connection
        }

        private func perform(_ body: (CenterClient) async throws -> Void) async -> String? {
            do {
                try await body(CenterClient(try established()))
                return nil
            } catch {
                return Refusal(error).description
            }
        }

        func tap(_ tap: NodeTap, parameter: DBusValue?, node: String?, card: CardPresentation) async -> String? {
            let token = ActivationToken.make()
            return await perform { client in
                switch tap {
                case .action(let action, let own):
                    var platformData: [String: DBusValue] = ["revision": .uint64(card.revision)]
                    if let node { platformData["node"] = .string(node) }
                    if let token { platformData["activation-token"] = .string(token) }
                    try await client.invokeAction(
                        action, of: card.identifier, parameter: parameter ?? own, platformData: platformData)
                case .url(let url):
                    let options = token.map { ["activation-token": DBusValue.string($0)] } ?? [:]
                    if try await !client.openURL(url, for: card.identifier, options: options) {
                        throw Refusal("Nothing here can open \(url)")
                    }
                }
            }
        }

        func setDisplayMode(_ mode: DisplayMode, of identifier: WidgetIdentifier) async -> String? {
            await perform { try await $0.setDisplayMode(mode, for: identifier) }
        }

        func update(_ identifier: WidgetIdentifier) async -> String? {
            await perform { _ = try await $0.performUpdate(identifier) }
        }
    }
#endif
