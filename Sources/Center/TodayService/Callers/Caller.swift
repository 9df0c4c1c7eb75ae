internal import DBus

/// The identity behind a bus connection, as far as it matters for its permissions.
package enum Caller: Hashable, Sendable {
    /// A process of this user outside any sandbox. It may do everything.
    case unconfined
    /// An app in a sandbox that identifies the app.
    case sandboxed(SandboxedApp)
    /// A process that may be in a sandbox and can't be identified, with the reason. It may do nothing.
    case unidentified(String)

    package var isSandboxed: Bool { self != .unconfined }

    /// The id of the app in a sandbox; nil for any other caller.
    package var app: String? { if case .sandboxed(let app) = self { app.id } else { nil } }

    /// Returns the party whose share a call counts against.
    ///
    /// - Parameter sender: the connection that made the call.
    func party(as sender: BusName) -> CallingParty {
        if let app { .app(app) } else { .connection(sender) }
    }
}

/// A party with its own share of a limited resource.
enum CallingParty: Hashable, Sendable {
    /// All connections of an app in a sandbox.
    case app(String)
    /// One connection: which other connections belong to the same program is unknown.
    case connection(BusName)
}

/// An app in a sandbox, as the sandbox identifies it.
package struct SandboxedApp: Hashable, Sendable {
    /// The kind of sandbox.
    package enum Sandbox: Hashable, Sendable {
        case flatpak
        /// With the name of the snap, including its instance key if it has one.
        case snap(String)
    }

    /// The app id: a Flatpak's own id; for a snap, `snap.` and the name of the snap.
    package let id: String
    package let sandbox: Sandbox

    /// The app of a Flatpak, with a valid id.
    init(flatpak id: String) {
        self.id = id
        sandbox = .flatpak
    }

    /// The app of a snap, with a valid name. The portals use the same id.
    init(snap name: String) {
        id = "snap." + name
        sandbox = .snap(name)
    }
}
