import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel
import TodayPlatform

@testable import TodayService

@Suite(.serialized) struct OpenURLTests {
    @Test func aURLIsOpened() async throws {
        let bus = try await PrivateBus.start()
        let (test, opened) = try await Self.center(folder: bus.folder, status: 0)
        #expect(try await test.client.openURL("https://example.org/a?b=c%20d#e", for: .a))
        #expect(
            try await test.client.openURL(
                "x-app:do", for: .a, options: ["activation-token": "token-1", "Later": .int32(1)]))
        #expect(try read(opened) == "open https://example.org/a?b=c%20d#e \nopen x-app:do token-1\n")
    }

    @Test func aURLThatNothingTakesIsNotOpened() async throws {
        let bus = try await PrivateBus.start()
        let (test, _) = try await Self.center(folder: bus.folder, status: 4)
        #expect(try await test.client.openURL("x-nobody:", for: .a) == false)
        let none = try await TestCenter.start(environment: ["PATH": "/nowhere"])
        try await none.client.registerWidget(.a, WidgetDefinition())
        #expect(try await none.client.openURL("x-nobody:", for: .a) == false)
    }

    /// The caller has its answer even when the desktop never gives one.
    @Test func aDesktopThatHangsHasNotOpenedIt() async throws {
        let bus = try await PrivateBus.start()
        let bin = bus.folder + "/bin"
        UserFolders.make(bin)
        try write("#!/bin/sh\nwhile :; do :; done\n", to: bin + "/gio")
        chmod(bin + "/gio", 0o755)
        let test = try await TestCenter.start(environment: ["PATH": bin]) { $0.opening = .milliseconds(100) }
        try await test.client.registerWidget(.a, WidgetDefinition())
        #expect(try await test.client.openURL("x-app:do", for: .a) == false)
    }

    /// Starts a center whose `gio` is a script that writes down its arguments and exits with a status.
    private static func center(folder: String, status: Int) async throws -> (TestCenter, opened: String) {
        let bin = folder + "/bin"
        UserFolders.make(bin)
        let opened = folder + "/opened"
        try write("#!/bin/sh\necho \"$@ $XDG_ACTIVATION_TOKEN\" >>\(opened)\nexit \(status)\n", to: bin + "/gio")
        chmod(bin + "/gio", 0o755)
        let test = try await TestCenter.start(environment: ["PATH": bin])
        try await test.client.registerWidget(.a, WidgetDefinition())
        return (test, opened)
    }

    @Test(
        arguments: [
            ("org.example.A", "", [:], .invalidURL, "url: \"\""),
            ("org.example.A", "relative/path", [:], .invalidURL, "url: \"relative/path\""),
            ("org.example.A", "javascript:alert(1)", [:], .invalidURL, "javascript: is not allowed"),
            ("org.example.A", "DATA:text/plain,x", [:], .invalidURL, "data: is not allowed"),
            ("org.example.A", "https://a b", [:], .invalidURL, "url: \"https://a b\""),
            ("org.example.A", "x:y", ["activation-token": .int32(1)], .invalidArgs, "options: activation-token: 1"),
            ("org.example.X", "x:y", [:], .unknownWidget, "\"org.example.X\""),
        ] as [(String, String, [String: DBusValue], ErrorName, String)])
    func aBadURLIsRefused(
        _ identifier: String, _ url: String, _ options: [String: DBusValue], _ name: ErrorName, _ message: String
    ) async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        try await test.expect(name, message) {
            try await test.call(CenterMember.openURL, at: TodayBus.path, TodayBus.center, identifier, url, options)
        }
    }
}
