#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The connections that NetworkManager reports.
    @WidgetActor
    final class NetworkSource: Source {
        private static let manager: ObjectPath = "/org/freedesktop/NetworkManager"
        private static let wireless = "802-11-wireless"

        private let system: Connection
        private let changed: @WidgetActor () -> Void

        private lazy var managers = FollowedProperties<ObjectPath, NetworkManager.Properties>(
            { [system] in NetworkManager(system, at: $0).proxy }, changed: { [weak self] _ in await self?.follow() })
        private lazy var connections = FollowedProperties<ObjectPath, NetworkManagerConnectionActive.Properties>(
            { [system] in NetworkManagerConnectionActive(system, at: $0).proxy },
            changed: { [weak self] _ in await self?.follow() })
        private lazy var accessPoints = FollowedProperties<ObjectPath, NetworkManagerAccessPoint.Properties>(
            { [system] in NetworkManagerAccessPoint(system, at: $0).proxy },
            changed: { [weak self] _ in self?.changed() })

        /// Whether the objects to follow are being changed, and whether they have to be changed again.
        private var isFollowing = false
        private var hasChanged = false

        /// - Parameter changed: Called after a change.
        init(_ system: Connection, changed: @escaping @WidgetActor () -> Void) {
            self.system = system
            self.changed = changed
        }

        func start() async throws {
            try await managers.follow([Self.manager])
            try await followConnections()
        }

        func stop() {
            managers.stop()
            connections.stop()
            accessPoints.stop()
        }

        private func follow() async {
            hasChanged = true
            if isFollowing { return }
            isFollowing = true
            while hasChanged {
                hasChanged = false
                try? await followConnections()
            }
            isFollowing = false
            changed()
        }

        /// Follows only the connections in use and their access points: there are many others, which change often.
        private func followConnections() async throws {
            try await connections.follow(Set(state?.activeConnections ?? []))
            let used = connections.values.values.filter { $0.type == Self.wireless }.compactMap(\.specificObject)
            try await accessPoints.follow(Set(used.filter { $0 != .root }))
        }

        // MARK: State

        private var state: NetworkManager.Properties? { managers.values[Self.manager] }

        /// Whether NetworkManager is running.
        var isAvailable: Bool { state != nil }

        /// Whether Wi-Fi is on; nil if the user can't switch it on.
        var isWirelessOn: Bool? { state?.wirelessHardwareEnabled == false ? nil : state?.wirelessEnabled }

        func setWireless(_ isOn: Bool) async throws {
            try await NetworkManager(system).with(timeout: .seconds(15), options: .allowInteractiveAuthorization)
                .setWirelessEnabled(isOn)
        }

        /// The connection that most traffic uses; nil without one.
        var primary: Link? {
            if let path = state?.primaryConnection, path != .root, let link = link(path), !link.isVPN { return link }
            return links.first { !$0.isVPN }
        }

        /// The names of the VPN connections in use.
        var vpns: [String] { links.filter(\.isVPN).map(\.name) }

        /// Whether the connection of the machine is complete, and otherwise what it lacks.
        var problem: String? {
            switch (state?.state, state?.connectivity) {
            case (40?, _): tr("Connecting…")
            // Translators: the network shows a page on which the user signs in.
            case (_, 2?): tr("Sign-in required")
            case (_, 3?): tr("No internet")
            default: nil
            }
        }

        private var links: [Link] {
            connections.values.keys.sorted { $0.rawValue < $1.rawValue }.compactMap { link($0) }
        }

        private func link(_ path: ObjectPath) -> Link? {
            guard let connection = connections.values[path] else { return nil }
            let point = connection.specificObject.flatMap { accessPoints.values[$0] }
            let network = point?.ssid.map { String(decoding: $0, as: UTF8.self) }
            return Link(
                name: ForeignText.title(network ?? connection.id ?? ""), isWireless: connection.type == Self.wireless,
                isVPN: connection.vpn == true || connection.type == "wireguard",
                strength: point?.strength.map { min(Int($0), 100) })
        }

        /// A connection in use.
        struct Link: Equatable {
            /// The network of a Wi-Fi connection, or else the name that the user has given it.
            let name: String
            let isWireless: Bool
            let isVPN: Bool
            /// The strength of the signal in percent; nil for a cable.
            let strength: Int?
        }
    }
#endif
