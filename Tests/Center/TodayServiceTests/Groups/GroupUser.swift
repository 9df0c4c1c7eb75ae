import DBus
import DBusTesting
import TodayModel

@testable import TodayService

/// A client that shares an App Group.
struct GroupUser {
    static let name = "group.org.example"

    let connection: Connection
    let path: ObjectPath

    init(_ connection: Connection, _ group: String = name) {
        self.connection = connection
        path = TodayBus.path(ofGroup: group)
    }

    func call<each Argument: DBusType, Result: DBusType>(
        _ member: MemberName, _ arguments: repeat each Argument
    ) async throws -> Result {
        try await connection.call(
            TodayBus.appsName, path: path, interface: TodayBus.group, member, repeat each arguments)
    }

    func get(_ key: String) async throws -> DBusValue { try await call(GroupMember.get, key) }

    func getAll() async throws -> [String: DBusValue] { try await call(GroupMember.getAll) }

    func set(_ values: [String: DBusValue]) async throws {
        try await connection.call(
            TodayBus.appsName, path: path, interface: TodayBus.group, GroupMember.set, values)
    }

    func remove(_ keys: [String]) async throws {
        try await connection.call(
            TodayBus.appsName, path: path, interface: TodayBus.group, GroupMember.remove, keys)
    }
}

extension WidgetDefinition {
    /// A widget that shares groups.
    static func sharing(_ groups: String...) -> WidgetDefinition { WidgetDefinition { $0.appGroups = groups } }
}

extension Signal {
    /// The contents of `Changed`, in one line.
    var groupChange: String {
        guard let (changed, removed) = try? arguments(as: [String: DBusValue].self, [String].self) else { return "?" }
        return (changed.map { "\($0.key)=\($0.value)" }.sorted() + removed.map { "-\($0)" }.sorted())
            .joined(separator: " ")
    }
}
