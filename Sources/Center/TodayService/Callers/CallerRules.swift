internal import DBus
package import TodayModel

/// What a call is made to.
struct CallTarget: Hashable, Sendable {
    let path: ObjectPath
    /// Empty when the caller named none.
    let interface: InterfaceName
    let member: MemberName

    init(_ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName) {
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// A call without an interface is one of a standard interface by its member: no other of the service has these.
    private func isOf(_ name: InterfaceName, _ members: [MemberName]) -> Bool {
        interface == name || interface.rawValue.isEmpty && members.contains(member)
    }

    var isPeer: Bool { isOf("org.freedesktop.DBus.Peer", ["Ping", "GetMachineId"]) }
    var isIntrospectable: Bool { isOf("org.freedesktop.DBus.Introspectable", ["Introspect"]) }

    /// What the caller said, for a message.
    var name: String { interface.rawValue.isEmpty ? member.rawValue : "\(interface).\(member)" }
}

/// Who may do what. Every refusal is `NotAuthorized`, says what would be allowed, and is the same whether or not what was
/// asked for is there.
extension Caller {
    /// Why a call may not be made at all; nil when it may, and what it asks for is looked at by whoever carries it out.
    ///
    /// On the center's name only Peer is for sandboxed callers, and Introspectable of the center's object and of the nodes
    /// above it: what is below would tell which widgets there are. On the apps' name they reach the object for apps, the
    /// nodes above it, and the groups of their app.
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
                    "\(call.name): the app \(app.id) runs in a sandbox, and may use only Peer of \(TodayBus.name), and "
                        + "Introspectable of \(TodayBus.path) and above; what is for it is \(TodayBus.appsPath) of "
                        + "\(TodayBus.appsName)")
            case .apps:
                if call.path == TodayBus.appsPath || app.owns(groupPath: call.path) { return nil }
                if call.isIntrospectable, TodayBus.appsPath.isAtOrBelow(call.path) { return nil }
                let own = TodayBus.path(ofGroup: app.group)
                return CenterError(
                    .notAuthorized,
                    "\(call.path): the app \(app.id) runs in a sandbox, and may use only \(TodayBus.appsPath), "
                        + "and \(own) and others that begin with it and _2e")
            }
        }
    }

    /// Whether introspection shows a caller that there is an object: where it may introspect that one.
    func sees(_ path: ObjectPath, at endpoint: Endpoint) -> Bool {
        refusal(of: CallTarget(path, .introspectable, "Introspect"), at: endpoint) == nil
    }

    /// Checks that a caller may speak of a widget.
    ///
    /// - Parameter identifier: as it was sent, valid or not.
    /// - Throws: ``CenterError`` `NotAuthorized`.
    package func checkWidget(_ identifier: String) throws(CenterError) {
        try check("identifier", identifier) { app in
            // An instance is of its widget.
            app.owns(String(Substring(identifier.utf8.prefix { $0 != UInt8(ascii: "#") })))
        }
    }

    /// Checks that a caller may define a widget like this.
    ///
    /// The provider's name is optional: `ObjectPath` alone means the caller itself, and without both the widget has no
    /// provider. `ContainingApp` is required, so that the user sees which app the widget belongs to.
    /// - Throws: ``CenterError`` `NotAuthorized`, and `InvalidDefinition` for an icon that panels would load as a file.
    package func check(_ definition: WidgetDefinition) throws(CenterError) {
        guard case .sandboxed(let app) = self else { return try check("definition", "") { _ in false } }
        func refusal(_ key: String, _ value: String?, _ allowed: String) -> CenterError {
            let what = value.map { "\($0.quoted) is not allowed" } ?? "it is absent"
            return CenterError(
                .notAuthorized, "\(key): \(what): the app \(app.id) runs in a sandbox, and \(allowed)")
        }
        if let exec = definition.exec { throw refusal("Exec", exec, "may have no program started") }
        guard let containing = definition.containingApp, app.isContainingApp(containing) else {
            throw refusal("ContainingApp", definition.containingApp, "has to say \(app.id)")
        }
        if let name = definition.busName, !app.owns(name.rawValue) {
            throw refusal("BusName", name.rawValue, "may use \(app.id) and names that begin with it and a dot")
        }
        for (index, setting) in definition.settingsSchema.declarations.enumerated()
        where setting.type == .file || setting.type == .folder {
            throw refusal("SettingsSchema[\(index)].Type", setting.type.rawValue, "cannot be given paths of files")
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
                "\(field): \(value.quoted) is not of the app \(app.id), which runs in a sandbox; it may use "
                    + "\(app.id) and identifiers that begin with it and a dot")
        }
    }

    private static func unknown(_ field: String, _ caller: Caller) -> CenterError {
        guard case .unidentified(let reason) = caller else { return CenterError(.notAuthorized, field) }
        return CenterError(
            .notAuthorized,
            "\(field): it cannot be told which app calls, and whether it runs in a sandbox, so it may use only Peer: "
                + reason)
    }
}

extension SandboxedApp {
    /// The first of the app's groups.
    var group: String { "group." + id }

    /// Whether a widget, or a name on the bus, is the app's: it is the id, or begins with it and a dot, byte for byte.
    func owns(_ name: String) -> Bool { Self.isSame(name, id, orBehind: ".") }

    func owns(group name: String) -> Bool { Self.isSame(name, group, orBehind: ".") }

    /// Whether the object of a group is of one of the app's: escaping keeps the order of characters, so it can be asked of
    /// the path.
    func owns(groupPath path: ObjectPath) -> Bool {
        Self.isSame(path.rawValue, TodayBus.path(ofGroup: group).rawValue, orBehind: "_2e")
    }

    /// Whether a desktop file is of the app: its name is the id, and a snap's are `<snap>_<app>`, with `+` before an
    /// instance key.
    func isContainingApp(_ desktopFile: String) -> Bool {
        if Self.isSame(desktopFile, id, orBehind: nil) { return true }
        guard case .snap(let name) = sandbox else { return false }
        let prefix = name.escaping { $0 == "_" ? "+" : nil } + "_"
        return desktopFile.utf8.starts(with: prefix.utf8) && desktopFile.utf8.count > prefix.utf8.count
    }

    /// By bytes: as text, letters with accents could count as one with what is before them.
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
    /// Whether another path is this one or leads here.
    fileprivate func isAtOrBelow(_ other: ObjectPath) -> Bool {
        other == .root || other == self
            || rawValue.utf8.starts(with: other.rawValue.utf8)
                && rawValue.utf8.dropFirst(other.rawValue.utf8.count).first == UInt8(ascii: "/")
    }
}
