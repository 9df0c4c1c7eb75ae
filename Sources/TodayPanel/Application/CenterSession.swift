#if Panel
    internal import DBus
    internal import TodayHost
    internal import TodayModel
    internal import TodayProtocol

    /// The panel's side of the bus: what the center shows, and what the user asks of it.
    @MainActor final class CenterSession: CardDelegate {
        /// Called with every view, the newest if several come at once.
        var onView: (TodayView) -> Void = { _ in }
        /// Called when the session is locked or unlocked.
        var onLock: (Bool) -> Void = { _ in }

        private var host: TodayViewHost?
        private var wanted: ViewingOptions?
        /// Calls that tell of viewing go out one after the other, so that the last word is the last one.
        private var telling: Task<Void, Never>?

        func start() {
            Task {
                do {
                    let connection = try await Connection.open(.session)
                    let host = TodayViewHost(connection)
                    self.host = host
                    let views = await host.views()
                    Task {
                        for await view in views where view.center != .connecting { onView(view) }
                    }
                    Task { await DesktopAppearance.follow(connection) }
                    Task { await SessionLock.follow(connection) { [weak self] in self?.onLock($0) } }
                    try await host.start(viewing: wanted)
                } catch {
                    var view = TodayView(center: .unavailable("\(error)"))
                    view.notice = nil
                    onView(view)
                }
            }
        }

        func beginViewing(_ options: ViewingOptions) {
            wanted = options
            tell()
        }

        func endViewing() {
            wanted = nil
            tell()
        }

        private func tell() {
            guard let host else { return }
            let former = telling
            telling = Task { [wanted] in
                await former?.value
                if let wanted { await host.beginViewing(wanted) } else { try? await host.endViewing() }
            }
        }

        // MARK: What the user asks for

        private func perform(_ body: (CenterClient) async throws -> Void) async -> String? {
            guard let host else { return "There is no bus" }
            do {
                try await body(CenterClient(host.connection))
                return nil
            } catch {
                return "\(error)"
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
                        throw RemoteError(.failed, "Nothing here can open \(url)")
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
