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
