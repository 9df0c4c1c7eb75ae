package import DBus

/// Whether the session is locked, as the desktop's screen saver and systemd-logind tell it. Where there is neither it
/// is not.
@MainActor package final class SessionLock {
    /// Called with every change.
    package var onChange: (Bool) -> Void = { _ in }

    /// Whether it is locked now.
    package var isLocked: Bool { state.isLocked }

    private var state = SessionLockState() {
        didSet { if state.isLocked != oldValue.isLocked { onChange(state.isLocked) } }
    }
    private var login: LoginSession?

    /// Follows nothing yet.
    package init() {}

    /// The names under which desktops have screen savers; all have the same methods and signals.
    private static let savers: [(BusName, ObjectPath, InterfaceName)] = [
        ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
        ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
    ]

    /// The user has opened something.
    package func noteUser() { state.noteUser() }

    /// Follows the screen savers on a session bus instead of those on a former one, and logind.
    package func follow(_ connection: Connection) async {
        if login == nil {
            login = LoginSession()
            Task { await followLogin() }
        }
        state.forget { if case .screenSaver = $0 { true } else { false } }
        for (name, path, interface) in Self.savers {
            let source = SessionLockState.Source.screenSaver(name.rawValue)
            // Asking must not start a screen saver that is not there.
            let saver = ScreenSaver(Proxy(connection, name, path, interface)).with(options: .noAutoStart)
            if let changes = try? await saver.activeChangedSignals() {
                Task { [weak self] in for await isActive in changes { self?.state.take(source, isLocked: isActive) } }
            }
            if (try? await saver.getActive()) == true { state.take(source, isLocked: true) }
        }
    }

    private func followLogin() async {
        await login?.follow { [weak self] news in
            switch news {
            case .hint(let isLocked): self?.state.take(.loginHint, isLocked: isLocked)
            case .request(let isLocked): self?.state.request(isLocked: isLocked)
            }
        }
    }
}
