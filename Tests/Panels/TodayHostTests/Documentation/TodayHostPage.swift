// The blocks of Swift in TodayHost.md. This file imports what they do, and nothing else.
import DBus
import TodayHost

func showToday(on bus: Connection, draw: (String, Content, DisplayMode) -> Void) async throws {
    let host = TodayViewHost(bus)
    var options = ViewingOptions()
    options.name = "my-panel"
    try await host.start(viewing: options)
    for await view in await host.views() {
        if case .unavailable(let reason) = view.center { print("No widgets: \(reason.sentence).") }
        for widget in view.widgets { draw(widget.name, widget.content, widget.displayMode) }
    }
}

func tapFirst(_ host: TodayViewHost) async throws {
    guard let widget = await host.view.widgets.first else { return }
    let center = CenterClient(host.connection)
    try await center.setDisplayMode(.expanded, for: widget.identifier)
    try await center.invokeAction("done", of: widget.identifier, platformData: ["revision": .uint64(widget.revision)])
}
