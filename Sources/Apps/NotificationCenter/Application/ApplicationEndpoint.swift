internal import DBus

/// The object that receives requests to an app, interface `org.freedesktop.Application`.
actor ApplicationEndpoint {
    private let app: NCApplication

    nonisolated var unownedExecutor: UnownedSerialExecutor { WidgetActor.shared.unownedExecutor }

    init(_ app: NCApplication) { self.app = app }

    static let interface = Interface<ApplicationEndpoint>(
        ApplicationBus.interface, documentation: "An app that opens URLs. Desktop Entry Specification."
    ) {
        Method.later(ApplicationBus.activate, in: ["platform_data"], doc: "Shows the app.") {
            (it: isolated ApplicationEndpoint, _: MethodCall, reply: DeferredReply<>, data: [String: DBusValue]) in
            it.answer(.activate, data, reply)
        }
        Method.later(ApplicationBus.open, in: ["uris", "platform_data"], doc: "Opens URLs.") {
            (
                it: isolated ApplicationEndpoint, _: MethodCall, reply: DeferredReply<>, urls: [String],
                data: [String: DBusValue]
            ) in
            it.answer(.open(urls), data, reply)
        }
        Method.later(
            ApplicationBus.activateAction, in: ["action_name", "parameter", "platform_data"],
            doc: "Performs an action of the desktop file. The parameter has no value or one."
        ) {
            (
                it: isolated ApplicationEndpoint, _: MethodCall, reply: DeferredReply<>, name: String,
                parameter: [DBusValue], data: [String: DBusValue]
            ) in
            guard parameter.count <= 1 else {
                throw RemoteError(.invalidArgs, "parameter: it has \(parameter.count) values, more than one")
            }
            it.answer(.action(name, parameter.first.flatMap { NCValue($0) }), data, reply)
        }
    }

    private func answer(_ request: ApplicationRequest, _ data: [String: DBusValue], _ reply: DeferredReply<>) {
        let app = app
        Task { @WidgetActor in
            await app.perform(request, NCLaunchOptions(data)) { error in
                if let error { reply.send(error: RemoteError(.failed, "\(error)")) } else { reply.send() }
            }
        }
    }
}
