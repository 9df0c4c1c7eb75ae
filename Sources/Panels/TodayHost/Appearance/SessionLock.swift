package import DBus

/// Reports whether the session is locked, according to the desktop's screen saver and systemd-logind. Without either of
/// them, it is unlocked.
@MainActor package final class SessionLock {
    /// Called after every change.
    package var onChange: (Bool) -> Void = { _ in }

    /// Whether it is locked now.
    package var isLocked: Bool { state.isLocked }

    private var state = SessionLockState() {
        didSet { if state.isLocked != oldValue.isLocked { onChange(state.isLocked) } }
    }
    private var login: LoginSession?

    /// Creates a lock that follows nothing yet.
    package init() {}

    /// The names of screen savers on different desktops; all have the same methods and signals.
    private static let savers: [(BusName, ObjectPath, InterfaceName)] = [
        ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
        ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
    ]

    /// Ends a request to lock, because the user just opened something.
    package func endLockRequest() { state.endLockRequest() }

    /// Follows the screen savers on this session bus instead of a former one, and logind.
    package func follow(_ connection: Connection) async {
        if login == nil {
            login = LoginSession()
            Task { await followLogin() }
        }
        state.removeSources { if case .screenSaver = $0 { true } else { false } }
        for (name, path, interface) in Self.savers {
            let source = SessionLockState.Source.screenSaver(name.rawValue)
            // The call must not start a screen saver that isn't running.
            let saver = ScreenSaver(Proxy(connection, name, path, interface)).with(options: .noAutoStart)
            if let changes = try? await saver.activeChangedSignals() {
                Task { [weak self] in for await isActive in changes { self?.state.apply(source, isLocked: isActive) } }
            }
            if (try? await saver.getActive()) == true { state.apply(source, isLocked: true) }
        }
    }

    private func followLogin() async {
        await login?.follow { [weak self] report in
            switch report {
            case .hint(let isLocked): self?.state.apply(.loginHint, isLocked: isLocked)
            case .request(let isLocked): self?.state.request(isLocked: isLocked)
            }
        }
    }
}
