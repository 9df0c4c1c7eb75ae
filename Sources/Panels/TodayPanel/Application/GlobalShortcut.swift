#if Panel
    internal import DBus
    internal import TodayModel

    /// The key that opens and hides the panel, as the desktop's portal binds it.
    @MainActor final class GlobalShortcut {
        /// Called when the user presses the key.
        var onActivate: () -> Void = {}

        private static let portal: BusName = "org.freedesktop.portal.Desktop"
        private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
        private static let name = "toggle"
        private static let preferredTrigger = "LOGO+t"
        private let connection: Connection
        private var session: ObjectPath?
        private var following: Task<Void, Never>?

        init(_ connection: Connection) { self.connection = connection }

        isolated deinit { following?.cancel() }

        /// Whether the desktop has the portal.
        var isAvailable: Bool {
            get async {
                let version: DBusValue? = try? await connection.call(
                    Self.portal, path: Self.path, interface: .properties, "Get",
                    PortalGlobalShortcutsInterface.name.rawValue, "version")
                return version != nil
            }
        }

        /// Binds the key. The desktop may ask the user for it.
        ///
        /// - Returns: The key in the words of the desktop; nil if the user has canceled.
        func bind() async throws -> String? {
            let portal = PortalGlobalShortcuts(connection)
            if session == nil {
                let results = try await response { token in
                    try await portal.createSession(options: ["handle_token": token, "session_handle_token": token])
                }
                guard case .string(let path)? = results?["session_handle"]?.unwrapped else { return nil }
                let session = ObjectPath(unchecked: path)
                self.session = session
                let activations = try await portal.activatedSignals()
                following = Task { [weak self] in
                    for await activation in activations where activation.sessionHandle == session {
                        self?.onActivate()
                    }
                }
            }
            guard let session else { return nil }
            // Translators: the function of a key, in the settings of the desktop.
            let description = tr("Open Today")
            let shortcut = Struct(
                Self.name,
                ["description": DBusValue.string(description), "preferred_trigger": .string(Self.preferredTrigger)])
            let results = try await response { token in
                try await portal.bindShortcuts(
                    sessionHandle: session, shortcuts: [shortcut], parentWindow: "", options: ["handle_token": token])
            }
            return results.map { Self.trigger(in: $0) ?? "" }
        }

        /// Returns the key of the shortcut in the results of a request.
        private static func trigger(in results: [String: DBusValue]) -> String? {
            guard case .array(let shortcuts, _)? = results["shortcuts"]?.unwrapped else { return nil }
            for case .structure(let parts) in shortcuts where parts.first == .string(name) && parts.count == 2 {
                let properties = try? VardictReader(["properties": parts[1]]).vardict("properties")
                if case .string(let text)? = properties?["trigger_description"]?.unwrapped { return text }
            }
            return nil
        }

        /// Makes a request and returns the results of its response; nil if the user has canceled it.
        private func response(
            _ request: (_ token: DBusValue) async throws -> ObjectPath
        ) async throws -> [String: DBusValue]? {
            let token = "todaycenter\(UInt64.random(in: .min ... .max))"
            let caller = (connection.uniqueName?.rawValue ?? ":").dropFirst().escaping { $0 == "." ? "_" : nil }
            // Before the call, because the response may arrive before the reply.
            let pending = PortalRequest(
                connection, Self.portal, at: ObjectPath(unchecked: "\(Self.path)/request/\(caller)/\(token)"))
            let responses = try await pending.responseSignals()
            _ = try await request(.string(token))
            for await response in responses { return response.response == 0 ? response.results : nil }
            return nil
        }
    }
#endif
