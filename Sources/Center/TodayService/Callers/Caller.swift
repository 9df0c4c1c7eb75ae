internal import DBus

/// Who is behind a connection of the bus, as far as it matters for what it may do.
package enum Caller: Hashable, Sendable {
    /// A process of this user that runs in no sandbox. It may do everything.
    case unconfined
    /// An app in a sandbox that says which app it is.
    case sandboxed(SandboxedApp)
    /// A process that may be in a sandbox, of which nobody can tell; why. It may do nothing.
    case unidentified(String)

    package var isSandboxed: Bool { self != .unconfined }

    /// The id of the app in a sandbox; nil for anybody else.
    package var app: String? { if case .sandboxed(let app) = self { app.id } else { nil } }

    /// Whose share of something a call counts for.
    ///
    /// - Parameter sender: the connection that the call came from.
    func party(as sender: BusName) -> CallingParty {
        if let app { .app(app) } else { .connection(sender) }
    }
}

/// Somebody who has a share of his own of what there is for all.
enum CallingParty: Hashable, Sendable {
    /// All connections of an app in a sandbox.
    case app(String)
    /// Nobody knows which other connections belong to this one.
    case connection(BusName)
}

/// An app in a sandbox, by the name its sandbox vouches for.
package struct SandboxedApp: Hashable, Sendable {
    /// Whose sandbox it is.
    package enum Sandbox: Hashable, Sendable {
        case flatpak
        /// With the name of the snap, which has its instance key in it if it has one.
        case snap(String)
    }

    /// The app id: of a Flatpak its own, of a snap `snap.` and the name of the snap.
    package let id: String
    package let sandbox: Sandbox

    /// The app of a Flatpak, by a valid id.
    init(flatpak id: String) {
        self.id = id
        sandbox = .flatpak
    }

    /// The app of a snap, by a valid name. The portals call it the same.
    init(snap name: String) {
        id = "snap." + name
        sandbox = .snap(name)
    }
}
