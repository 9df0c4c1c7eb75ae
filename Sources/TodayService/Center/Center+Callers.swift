internal import DBus

/// Who calls, and whether they may speak of what they name.
extension Center {
    /// Which name a call came over.
    nonisolated func endpoint(of call: MethodCall) -> Endpoint { call.connection === service.apps ? .apps : .center }

    /// Who is behind a call. Over the center's own name that is nobody in a sandbox: the filter has seen to it.
    func caller(of call: MethodCall) -> Caller {
        endpoint(of: call) == .center ? .unconfined : callers.caller(of: call)
    }

    /// Who is behind a call about a widget, which may not even be asked for by an app in a sandbox that is not its own.
    ///
    /// - Throws: ``CenterError`` `NotAuthorized`, whether or not there is such a widget.
    func caller(of call: MethodCall, about identifier: String) throws -> Caller {
        let caller = caller(of: call)
        try caller.checkWidget(identifier)
        return caller
    }

    /// The widget behind an exported object.
    func widget(at path: ObjectPath) throws -> HostedWidget {
        guard let widget = registry[path] else {
            throw RemoteError(.unknownObject, "there is no widget at \(path)")
        }
        return widget
    }
}
