import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// The shares of sandboxed apps as the center keeps them.
@Suite(.serialized) struct AppSharesOnBusTests {
    private static let app = SandboxedApp(flatpak: "org.example.App")

    /// Registers a widget as a sandboxed app does whose connection is the client's.
    private static func register(
        _ number: Int, _ test: TestCenter, _ more: [String: DBusValue] = [:], of app: SandboxedApp = app,
        by caller: BusName? = nil
    ) async throws {
        let name: BusName = if let caller { caller } else { try #require(test.connection.uniqueName) }
        let definition = ["ContainingApp": DBusValue.string(app.id)].merging(more) { $1 }
        try await test.center.registerNow(app.id + ".W\(number)", definition, name, app)
    }

    @Test func anAppMayRegisterSoMany() async throws {
        let test = try await TestCenter.start()
        for number in 1...Limits.widgetsPerApp { try await Self.register(number, test) }
        // Over another connection it is the same app.
        let otherClient = try await test.anotherClient()
        let other = try #require(otherClient.connection.uniqueName)
        for caller in [nil, other] {
            try await test.expect(
                .limitExceeded,
                "identifier: org.example.App.W0 can't be added: the app org.example.App has registered "
                    + "32 widgets, WidgetsPerApp is 32"
            ) { try await Self.register(0, test, by: caller) }
        }
        // The app may redefine the widgets that it has, and other apps have their own share.
        try await Self.register(1, test)
        try await Self.register(0, test, of: SandboxedApp(flatpak: "org.example.Other"))
        try await test.anotherClient().registerWidget(.a, WidgetDefinition())
        try await test.client.unregisterWidget("org.example.App.W7")
        try await Self.register(0, test)
    }

    @Test func anAppMayUseSoManyGroups() async throws {
        let test = try await TestCenter.start()
        func groups(_ numbers: some Sequence<Int>) -> [String: DBusValue] {
            ["AppGroups": .strings(numbers.map { "group.org.example.App.g\($0)" })]
        }
        try await Self.register(1, test, groups(1...10))
        try await Self.register(2, test, groups(5...16))
        let message = "the app org.example.App would use 17 App Groups, GroupsPerApp is 16"
        try await test.expect(.limitExceeded, message) { try await Self.register(3, test, groups([17])) }
        try await test.expect(.limitExceeded, message) { try await Self.register(2, test, groups(11...17)) }
        try await Self.register(3, test, groups([16]))
        // One that only listeners keep counts as long as they do.
        let user = GroupUser(try await test.anotherClient().connection, "group.org.example.App.g1")
        _ = try await user.getAll()
        try await Self.register(1, test)
        try await Self.register(3, test, groups([17, 18, 19]))
        try await test.expect(.limitExceeded, message) { try await Self.register(4, test, groups([20])) }
        try await Self.register(4, test, groups([1]))
    }
}

extension Center {
    fileprivate func registerNow(
        _ identifier: String, _ definition: [String: DBusValue], _ caller: BusName, _ app: SandboxedApp
    ) throws {
        _ = try registerWidget(identifier, definition, by: caller, over: .apps, as: .sandboxed(app))
    }
}
