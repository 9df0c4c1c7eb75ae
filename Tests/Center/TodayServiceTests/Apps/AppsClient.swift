import DBus
import DBusTesting
import TodayModel

/// An app that talks with the name for apps alone.
struct AppsClient {
    let connection: Connection

    /// Calls a method of the object for apps, whatever its arguments.
    func call<each Argument: DBusType>(_ member: MemberName, _ arguments: repeat each Argument) async throws {
        try await connection.call(
            TodayBus.appsName, path: TodayBus.appsPath, interface: TodayBus.apps, member, repeat each arguments)
    }

    /// Calls a method of the object for apps that has one result.
    func ask<each Argument: DBusType, Result: DBusType>(
        _ member: MemberName, _ arguments: repeat each Argument
    ) async throws -> Result {
        try await connection.call(
            TodayBus.appsName, path: TodayBus.appsPath, interface: TodayBus.apps, member, repeat each arguments)
    }

    @discardableResult
    func registerWidget(_ identifier: WidgetIdentifier, _ definition: WidgetDefinition) async throws -> ObjectPath {
        try await ask(CenterMember.registerWidget, identifier.rawValue, definition.dictionary)
    }
}

extension TestCenter {
    /// An app on a connection of its own.
    func app() async throws -> AppsClient { AppsClient(connection: try await bus.connect()) }
}
