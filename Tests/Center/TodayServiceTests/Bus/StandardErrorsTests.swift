import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// The errors for callers who ask for an object, interface or member that doesn't exist.
@Suite(.serialized) struct StandardErrorsTests {
    private static let widget = TodayBus.path(of: .a)
    private static let nowhere: ObjectPath = "/org/todaycenter/NotificationCenter1/widget/org_2eexample_2eX"

    private static func center() async throws -> TestCenter {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        return test
    }

    @Test(
        arguments: [
            (TodayBus.path, TodayBus.center, "Sing", ErrorName.unknownMethod),
            (TodayBus.path, "org.example.Interface", "PerformUpdate", .unknownInterface),
            (TodayBus.path, TodayBus.widget, "PerformUpdate", .unknownInterface),
            (widget, TodayBus.widget, "PerformUpdate", .unknownMethod),
            (widget, TodayBus.center, "EndViewing", .unknownInterface),
            (widget, .objectManager, "GetManagedObjects", .unknownInterface),
            (nowhere, TodayBus.widget, "Get", .unknownObject), (nowhere, .properties, "GetAll", .unknownObject),
        ] as [(ObjectPath, InterfaceName, MemberName, ErrorName)])
    func whatIsNotThere(_ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ name: ErrorName)
        async throws
    {
        let test = try await Self.center()
        try await test.expect(name) { try await test.call(member, at: path, interface) }
    }

    @Test func wrongSignaturesAreRefused() async throws {
        let test = try await Self.center()
        try await test.expect(.invalidArgs) { try await test.call(CenterMember.performUpdate) }
        try await test.expect(.invalidArgs) {
            try await test.call(CenterMember.performUpdate, at: TodayBus.path, TodayBus.center, Int32(1))
        }
        try await test.expect(.invalidArgs) {
            try await test.call(CenterMember.performUpdate, at: TodayBus.path, TodayBus.center, "org.example.A", true)
        }
        try await test.expect(.invalidArgs) {
            try await test.call(
                CenterMember.updateWidget, at: TodayBus.path, TodayBus.center, "org.example.A", ["a": "b"])
        }
        try await test.expect(.invalidArgs) {
            try await test.call(CenterMember.endViewing, at: TodayBus.path, TodayBus.center, "x")
        }
    }

    @Test func propertiesAreReadOnly() async throws {
        let test = try await Self.center()
        for (path, interface) in [(TodayBus.path, TodayBus.center), (Self.widget, TodayBus.widget)] {
            let values: [String: DBusValue] = try await test.connection.call(
                TodayBus.name, path: path, interface: .properties, "GetAll", interface.rawValue)
            for (name, value) in values {
                try await test.expect(.propertyReadOnly, name) {
                    try await test.call("Set", at: path, .properties, interface.rawValue, name, value)
                }
            }
        }
    }

    @Test func unknownPropertiesAreRefused() async throws {
        let test = try await Self.center()
        for path in [TodayBus.path, Self.widget] {
            let interface = path == Self.widget ? TodayBus.widget : TodayBus.center
            try await test.expect(.unknownProperty) {
                try await test.call("Get", at: path, .properties, interface.rawValue, "Mood")
            }
            try await test.expect(.unknownProperty) {
                try await test.call("Set", at: path, .properties, interface.rawValue, "Mood", DBusValue.int32(1))
            }
            try await test.expect(.unknownInterface) {
                try await test.call("Get", at: path, .properties, "org.example.Interface", "Version")
            }
            try await test.expect(.unknownInterface) {
                try await test.call("GetAll", at: path, .properties, "org.example.Interface")
            }
        }
    }

    @Test func theObjectManagerListsWidgetsAlone() async throws {
        let test = try await Self.center()
        let objects: [ObjectPath: [String: [String: DBusValue]]] = try await test.connection.call(
            TodayBus.name, path: TodayBus.path, interface: .objectManager, "GetManagedObjects")
        #expect(Set(objects.keys) == [Self.widget])
        #expect(objects[Self.widget].map { Set($0.keys) } == [TodayBus.widget.rawValue])
        let properties = objects[Self.widget]?[TodayBus.widget.rawValue] ?? [:]
        #expect(Set(properties.keys) == Set(WidgetMember.allCases.map(\.rawValue)))
    }

    @Test func theTypesAreThoseOfTheContract() async throws {
        let test = try await Self.center()
        let widget = try #require(try await test.client.widgets()[Self.widget])
        let types = [
            "s": [
                "Identifier", "Name", "Description", "Icon", "ContainingApp", "DisplayMode", "LargestDisplayMode",
                "LastResult", "State", "Error", "Source",
            ],
            "b": ["HasContent", "Arranged", "IsSnapshot"], "t": ["Revision", "UpdatedAt", "NextUpdate"],
            "(dd)": ["PreferredContentSize"], "(dddd)": ["MarginInsets"], "(sa{sv}av)": ["Content"],
        ]
        for (type, names) in types {
            for name in names { #expect(widget[name]?.signature.rawValue == type, "\(name)") }
        }
        let center = try await test.client.properties()
        #expect(
            center.mapValues(\.signature.rawValue) == [
                "Version": "u", "Arrangement": "as", "Today": "as", "Viewing": "b", "Limits": "a{sv}",
                "StateStored": "b", "StateError": "s", "StateErrorKind": "s",
            ])
        #expect(center["Version"] == .uint32(3))
        guard case .dictionary(let limits, _, _)? = center["Limits"] else { return }
        #expect(Set(limits.map(\.key)) == Set(Limits.dictionary.keys.map { .string($0) }))
        #expect(limits.allSatisfy { $0.value.unwrapped.signature == "t" })
    }
}
