internal import DBus
internal import TodayModel

/// The rules for registering widgets.
extension Registry {
    /// Checks that a caller may register or redefine a widget.
    func checkMayRegister(_ identifier: WidgetIdentifier, _ caller: BusName) throws(CenterError) {
        let known = self[identifier]?.record
        if known?.source == .manifest {
            throw CenterError(.alreadyRegistered, "identifier: \(identifier) is defined by a manifest")
        }
        if let known, let other = known.registrant, other != caller, case .callingConnection = known.provider {
            throw CenterError(.alreadyRegistered, "identifier: \(identifier) is provided by \(other)")
        }
    }

    /// Checks that a caller may register one more widget. The limit applies to all connections of a sandboxed app, but
    /// to each connection of other callers.
    func checkShare(of record: WidgetRecord, _ caller: BusName, _ owner: Caller) throws(CenterError) {
        func others(_ paths: Set<ObjectPath>) -> Int {
            paths.count { $0 != record.path && self[$0]?.identifier.instance == 1 }
        }
        if case .sandboxed(let app) = owner {
            let count = others(index.widgets(ofApp: app.id))
            guard count < Limits.widgetsPerApp else {
                throw CenterError(
                    .limitExceeded,
                    "identifier: \(record.identifier) can't be added: the app \(app.id) has registered \(count) widgets, "
                        + "WidgetsPerApp is \(Limits.widgetsPerApp)")
            }
            return
        }
        let count = others(index.widgets(of: caller))
        guard count < Limits.widgetsPerConnection else {
            throw CenterError(
                .limitExceeded,
                "identifier: \(record.identifier) can't be added: \(caller) has registered \(count) widgets, "
                    + "WidgetsPerConnection is \(Limits.widgetsPerConnection)")
        }
    }
}
