internal import DBus
package import TodayModel

/// The target of a call.
struct CallTarget: Hashable, Sendable {
    let path: ObjectPath
    /// Empty if the call has no interface.
    let interface: InterfaceName
    let member: MemberName

    init(_ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName) {
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// A call without an interface belongs to a standard interface if its member does: no other interface of the
    /// service has these members.
    private func isOf(_ name: InterfaceName, _ members: [MemberName]) -> Bool {
        interface == name || interface.rawValue.isEmpty && members.contains(member)
    }

    var isPeer: Bool { isOf("org.freedesktop.DBus.Peer", ["Ping", "GetMachineId"]) }
    var isIntrospectable: Bool { isOf("org.freedesktop.DBus.Introspectable", ["Introspect"]) }

    /// The name from the call, for a message.
    var name: String { interface.rawValue.isEmpty ? member.rawValue : "\(interface).\(member)" }
}

/// The permissions of callers. Every refusal is `NotAuthorized`, says what would be allowed, and is the same whether or
/// not the requested object exists.
extension Caller {
    /// Returns the reason to refuse a call; nil if it is allowed, and its handler checks the arguments.
    ///
    /// On the center's name, sandboxed callers may use only Peer, and Introspectable of the center's object and of the
    /// nodes above it. The nodes below would reveal the existing widgets. On the apps' name, they can reach the object
    /// for apps, the nodes above it, and the groups of their app.
    func refusal(of call: CallTarget, at endpoint: Endpoint) -> CenterError? {
        switch self {
        case .unconfined: return nil
        case .unidentified: return call.isPeer ? nil : Self.unknown(call.name, self)
        case .sandboxed(let app):
            if call.isPeer { return nil }
            switch endpoint {
            case .center:
                if call.isIntrospectable, TodayBus.path.isAtOrBelow(call.path) { return nil }
                return CenterError(
                    .notAuthorized,
                    "\(call.name): the sandboxed app \(app.id) may use only Peer of \(TodayBus.name), and "
                        + "Introspectable of \(TodayBus.path) and above; use \(TodayBus.appsPath) of "
                        + "\(TodayBus.appsName)")
            case .apps:
                if call.path == TodayBus.appsPath || app.owns(groupPath: call.path) { return nil }
                if call.isIntrospectable, TodayBus.appsPath.isAtOrBelow(call.path) { return nil }
                let own = TodayBus.path(ofGroup: app.group)
                return CenterError(
                    .notAuthorized,
                    "\(call.path): the sandboxed app \(app.id) may use only \(TodayBus.appsPath), \(own), and "
                        + "paths that begin with \(own)_2e")
            }
        }
    }

    /// Whether introspection shows an object to a caller: only if the caller may introspect that object.
    func sees(_ path: ObjectPath, at endpoint: Endpoint) -> Bool {
        refusal(of: CallTarget(path, .introspectable, "Introspect"), at: endpoint) == nil
    }

    /// Checks that a caller may use a widget.
    ///
    /// - Parameter identifier: as received, valid or not.
    /// - Throws: ``CenterError`` `NotAuthorized`.
    package func checkWidget(_ identifier: String) throws(CenterError) {
        try check("identifier", identifier) { app in
            // An instance belongs to its widget.
            app.owns(String(Substring(identifier.utf8.prefix { $0 != UInt8(ascii: "#") })))
        }
    }

    /// Checks that a caller may define such a widget.
    ///
    /// The provider's name is optional: `ObjectPath` alone means the caller itself, and without both the widget has no
    /// provider. `ContainingApp` is required, so that the user sees which app the widget belongs to.
    ///
    /// - Throws: ``CenterError`` `NotAuthorized`, and `InvalidDefinition` for an icon that panels would load as a file.
    package func check(_ definition: WidgetDefinition) throws(CenterError) {
        guard case .sandboxed(let app) = self else { return try check("definition", "") { _ in false } }
        func refusal(_ key: String, _ value: String?, _ allowed: String) -> CenterError {
            let problem = value.map { "\($0.quoted) is not allowed" } ?? "missing"
            return CenterError(
                .notAuthorized, "\(key): \(problem): the sandboxed app \(app.id) \(allowed)")
        }
        if let exec = definition.exec { throw refusal("Exec", exec, "can't have a program started") }
        guard let containing = definition.containingApp, app.isContainingApp(containing) else {
            throw refusal("ContainingApp", definition.containingApp, "must say \(app.id)")
        }
        if let name = definition.busName, !app.owns(name.rawValue) {
            throw refusal("BusName", name.rawValue, "may use \(app.id) and names that begin with it and a dot")
        }
        for (index, setting) in definition.settingsSchema.declarations.enumerated()
        where setting.type == .file || setting.type == .folder {
            throw refusal("SettingsSchema[\(index)].Type", setting.type.rawValue, "can't receive paths of files")
        }
        if let reason = definition.icon.flatMap({ IconRule.fault(in: $0, isSandboxed: true) }) {
            throw CenterError(.invalidDefinition, "Icon: \(reason)")
        }
        for (index, group) in definition.appGroups.enumerated() where !app.owns(group: group) {
            throw refusal("AppGroups[\(index)]", group, "may use \(app.group) and groups that begin with it and a dot")
        }
    }

    private func check(_ field: String, _ value: String, _ isAllowed: (SandboxedApp) -> Bool) throws(CenterError) {
        switch self {
        case .unconfined: return
        case .unidentified: throw Self.unknown(field, self)
        case .sandboxed(let app):
            if isAllowed(app) { return }
            throw CenterError(
                .notAuthorized,
                "\(field): \(value.quoted) doesn't belong to the sandboxed app \(app.id), which may use "
                    + "\(app.id) and identifiers that begin with it and a dot")
        }
    }

    private static func unknown(_ field: String, _ caller: Caller) -> CenterError {
        guard case .unidentified(let reason) = caller else { return CenterError(.notAuthorized, field) }
        return CenterError(
            .notAuthorized,
            "\(field): an unidentified caller may use only Peer: \(reason)")
    }
}

extension SandboxedApp {
    /// The first of the app's groups.
    var group: String { "group." + id }

    /// Whether a widget or a bus name belongs to the app: it is the app id, or the id followed by a dot and more, byte
    /// for byte.
    func owns(_ name: String) -> Bool { Self.isSame(name, id, orBehind: ".") }

    func owns(group name: String) -> Bool { Self.isSame(name, group, orBehind: ".") }

    /// Whether an object path is that of one of the app's groups. Escaping keeps the order of characters, so the path
    /// itself can be compared.
    func owns(groupPath path: ObjectPath) -> Bool {
        Self.isSame(path.rawValue, TodayBus.path(ofGroup: group).rawValue, orBehind: "_2e")
    }

    /// Whether a desktop file belongs to the app: its name is the id; for a snap, it is `<snap>_<app>`, with `+` before
    /// an instance key.
    func isContainingApp(_ desktopFile: String) -> Bool {
        if Self.isSame(desktopFile, id, orBehind: nil) { return true }
        guard case .snap(let name) = sandbox else { return false }
        let prefix = name.escaping { $0 == "_" ? "+" : nil } + "_"
        return desktopFile.utf8.starts(with: prefix.utf8) && desktopFile.utf8.count > prefix.utf8.count
    }

    /// Compares bytes: in text, combining accents could merge with the character before them.
    private static func isSame(_ string: String, _ own: String, orBehind separator: String?) -> Bool {
        let (bytes, own) = (string.utf8, own.utf8)
        guard bytes.starts(with: own) else { return false }
        let rest = bytes.dropFirst(own.count)
        if rest.isEmpty { return true }
        guard let separator else { return false }
        return rest.starts(with: separator.utf8) && rest.count > separator.utf8.count
    }
}

extension ObjectPath {
    /// Whether this path is another path or is below it.
    fileprivate func isAtOrBelow(_ other: ObjectPath) -> Bool {
        other == .root || other == self
            || rawValue.utf8.starts(with: other.rawValue.utf8)
                && rawValue.utf8.dropFirst(other.rawValue.utf8.count).first == UInt8(ascii: "/")
    }
}
