import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// `file:` URLs of apps that run in a sandbox.
@Suite(.serialized) struct FilesAndSandboxesTests {
    private static let content = DBusValue.string(#"{"kind":"row","children":[{"kind":"x","url":"FILE:///a"}]}"#)
    private static let app = Caller.sandboxed(SandboxedApp(flatpak: "org.example.app"))
    private static let place = "Content.children[0].url: \"FILE:///a\" names a file, but its sender is sandboxed"

    private static func refusal(_ body: () async throws -> Void) async -> RemoteError? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? any DBusErrorConvertible)?.remoteError
        }
    }

    @Test func contentOfASandboxedCaller() async throws {
        let test = try await TestCenter.start()
        let center = test.center
        try await test.client.registerWidget(.a, WidgetDefinition())
        let before = try await test.snapshot()
        let pushed = await Self.refusal {
            try await center.updateWidget("org.example.A", ["Content": Self.content], isSandboxed: true) { _ in }
        }
        #expect(pushed == RemoteError(.invalidContent, Self.place))
        let registered = await Self.refusal {
            _ = try await center.registerWidget(
                "org.example.app.B", ["ContainingApp": .string("org.example.app"), "Content": Self.content],
                by: try #require(test.connection.uniqueName), as: Self.app)
        }
        #expect(registered == RemoteError(.invalidDefinition, Self.place))
        #expect(try await test.snapshot() == before)
        // The same content from another caller is fine.
        #expect(try await test.client.updateWidget(.a, ["Content": Self.content]) == 1)
    }

    @Test func contentOfASandboxedProvider() async throws {
        let test = try await TestCenter.start()
        let provider = try await FakeProvider.export(
            on: test.connection, at: "/provider", update: { _ in ("new-data", ["Content": Self.content]) },
            action: { _, _ in ["Content": Self.content] })
        _ = try await test.center.registerWidget(
            "org.example.A", ["ContainingApp": .string("org.example.app"), "ObjectPath": .objectPath("/provider")],
            by: try #require(test.connection.uniqueName), as: Self.app)
        #expect(try await test.client.performUpdate(.a) == .failed)
        #expect(ErrorText(try await test.client.properties(of: .a).error).cause == Self.place)
        try await test.expect(.actionFailed, Self.place) { try await test.client.invokeAction("x", of: .a) }
        try await test.expect(.invalidContent, Self.place) {
            _ = try await test.client.updateWidget(.a, ["Content": Self.content])
        }
        #expect(provider.calls == ["PerformUpdate requested", "InvokeAction x"])
    }

    @Test func opening() async throws {
        let opening = try await OpeningTestCenter.start()
        try opening.addProgram("gio", "echo \"$@\" >>\"$OPENING_LOG\"")
        let center = opening.test.center
        let app = CallingParty.app("org.example.App")
        let message = "url: \"file:///etc/passwd\" names a file, but the caller or the widget is sandboxed"
        let refused = await Self.refusal {
            _ = try await center.openURL("org.example.A", "file:///etc/passwd", [:], isSandboxed: true, for: app)
        }
        #expect(refused == RemoteError(.invalidURL, message))
        #expect(
            try await center.openURL("org.example.A", "https://example.org/", [:], isSandboxed: true, for: app))
        #expect(try await opening.open("file:///etc/passwd"))
        // The widget's provider is sandboxed, no matter which client asks.
        _ = try await center.registerWidget(
            "org.example.A", ["ContainingApp": .string("org.example.app")],
            by: try #require(opening.test.connection.uniqueName), as: Self.app)
        try await opening.test.expect(.invalidURL, message) { _ = try await opening.open("file:///etc/passwd") }
        #expect(opening.lines == ["open https://example.org/", "open file:///etc/passwd"])
    }
}
