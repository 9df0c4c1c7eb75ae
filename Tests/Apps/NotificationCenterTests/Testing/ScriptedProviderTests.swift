import DBusTesting
import NotificationCenter
import NotificationCenterTesting
import TodayPlatform
import Testing

/// The program of a widget, called by a scripted center.
struct ScriptedProviderTests {
    @Test func aProgramIsCalledAsByTheCenter() async throws {
        let bus = try await PrivateBus.start()
        let center = try await ScriptedCenter.start(on: bus)
        let program = try await Program.start("used-space-widget", on: bus)
        let provider = try await center.provider("org.example.UsedSpace")
        #expect(try await provider.beginRequest().displayMode == .compact)
        let update = try await provider.performUpdate()
        #expect(update.result == .newData && update.changes.content?.kind == "column")
        #expect(try await provider.displayModeChanged(to: .expanded).preferredContentSize?.height == 106)
        await #expect(throws: (any Error).self) { try await provider.invokeAction("no such action") }
        try await provider.endRequest()
        #expect(try await program.exit() == .status(0))
    }

    @Test func instancesOfOneProgramHaveTheirOwnSettings() async throws {
        let bus = try await PrivateBus.start()
        let center = try await ScriptedCenter.start(on: bus)
        let program = try await Program.start("used-space-widget", on: bus)
        let provider = try await center.provider("org.example.UsedSpace")
        let second = provider.instance(2, settings: ["Folder": "/nowhere"])
        #expect(try await provider.performUpdate().result == .newData)
        let update = try await second.performUpdate(reason: "settings")
        #expect(update.result == .failed && update.changes.error?.contains("/nowhere") == true)
        // It ends when both have ended.
        try await provider.endRequest()
        try await second.endRequest()
        #expect(try await program.exit() == .status(0))
    }

    @Test(arguments: ["", "no name", "org.example.A b"]) func aBadNameIsRefused(_ name: String) async throws {
        let center = try await ScriptedCenter.start(on: try await PrivateBus.start())
        let error = await #expect(throws: NCError.self) { try await center.provider(name) }
        #expect(error?.code == .invalidIdentifier)
    }

    @Test func aReasonIsAWordOfTheContract() async throws {
        let bus = try await PrivateBus.start()
        let center = try await ScriptedCenter.start(on: bus)
        let program = try await Program.start("used-space-widget", on: bus)
        let provider = try await center.provider("org.example.UsedSpace")
        let error = await #expect(throws: NCError.self) { try await provider.performUpdate(reason: "boredom") }
        #expect(error?.code == .invalidValue && error?.message.contains("boredom") == true)
        try await provider.endRequest()
        #expect(try await program.exit() == .status(0))
    }
}
