import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import TodayModel

let usedSpace: WidgetIdentifier = "org.example.UsedSpace"
let list: WidgetIdentifier = "org.example.List"

func text(_ text: String) -> Content { Content(kind: "text", attributes: ["text": .string(text)]) }

/// Two widgets: one with content and a result, one that is empty and hidden.
var samples: [WidgetProperties] {
    var disk = WidgetProperties(identifier: usedSpace)
    disk.name = "Used Space"
    disk.content = text("50 %")
    disk.revision = 3
    disk.lastResult = .newData
    var shopping = WidgetProperties(identifier: list)
    shopping.name = "Shopping"
    shopping.hasContent = false
    shopping.state = .suspended
    return [disk, shopping]
}

/// Runs a test with a center on a bus of its own.
func withCenter(
    _ widgets: [WidgetProperties] = samples, _ body: (PrivateBus, PlayedCenter) async throws -> Void
) async throws {
    let bus = try await PrivateBus.start()
    defer { bus.stop() }
    try await body(bus, try await PlayedCenter.start(on: bus, widgets))
}

/// Runs a test with a bus without other programs.
func withBus(_ body: (PrivateBus) async throws -> Void) async throws {
    let bus = try await PrivateBus.start()
    defer { bus.stop() }
    try await body(bus)
}
