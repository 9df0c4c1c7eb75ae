import DBus
import Testing
import TodayModel

@Suite("Definitions")
struct WidgetDefinitionTests {
    @Test func defaults() throws {
        let definition = try WidgetDefinition(["Colour": "unknown"])
        #expect(definition == WidgetDefinition())
        #expect(definition.updateInterval == 900)
        #expect(definition.largestDisplayMode == .compact)
        #expect(definition.preferredContentSize == .zero)
        #expect(definition.memoryMax == 50_331_648)
        #expect(definition.arranged)
        #expect(!definition.transient)
        #expect(definition.changes.isEmpty)
        #expect(definition.dictionary.isEmpty)
    }

    @Test func everyKey() throws {
        let definition = try WidgetDefinition([
            "Name": "Clock", "Description": "Time", "Icon": "clock", "ContainingApp": "org.telegram.desktop",
            "BusName": "org.example.Clock", "Exec": "clock --\"a b\"", "ObjectPath": "/clock",
            "UpdateInterval": .int32(60), "LargestDisplayMode": "expanded",
            "PreferredContentSize": .structure([.int32(0), .int32(37)]), "MemoryMax": .byte(9),
            "AppGroups": .strings(["group.b", "group.a", "group.b"]), "Arranged": false, "HasContent": false,
            "Transient": true, "Error": "e", "Content": "{}",
        ])
        #expect(definition.name == "Clock")
        #expect(definition.description == "Time")
        #expect(definition.icon == "clock")
        #expect(definition.containingApp == "org.telegram.desktop")
        #expect(definition.busName == "org.example.Clock")
        #expect(definition.exec == "clock --\"a b\"")
        #expect(definition.objectPath == "/clock")
        #expect(definition.updateInterval == 60)
        #expect(definition.largestDisplayMode == .expanded)
        #expect(definition.preferredContentSize == Size(width: 0, height: 37))
        #expect(definition.memoryMax == 9)
        #expect(definition.appGroups == ["group.b", "group.a"])
        #expect(!definition.arranged)
        #expect(definition.transient)
        #expect(definition.changes.hasContent == false)
        #expect(definition.changes.content == .empty)
        #expect(definition.changes.error == "e")
        #expect(definition.changes.largestDisplayMode == nil)
        #expect(try WidgetDefinition(definition.dictionary) == definition)
        #expect(definition.dictionary["ObjectPath"]?.signature == "o")
        #expect(definition.dictionary["UpdateInterval"]?.signature == "u")
        #expect(definition.dictionary["MemoryMax"]?.signature == "t")
    }

    @Test(
        arguments: [
            ("Name", .int32(1), "Name: 1 is not a string"),
            ("Name", "a\u{1B}", #"Name: "a\u{1B}" has the control character U+001B"#),
            (
                "Icon", "http://host/x",
                "Icon: \"http://host/x\" isn't a plain icon name (A-Z a-z 0-9 . _ + -, at most 255 bytes) or an "
                    + "absolute path"
            ),
            ("Icon", "/a/../b.png", "Icon: \"/a/../b.png\" has the path element .."),
            ("Icon", "/a\u{7F}b", #"Icon: "/a\u{7F}b" has the control character U+007F"#),
            ("Icon", "/a\u{85}b", #"Icon: "/a\u{0085}b" has the control character U+0085"#),
            ("ContainingApp", "../x", "ContainingApp: \"../x\" has a /, which the id of a desktop file can't have"),
            ("BusName", "clock", "BusName: \"clock\" is not a valid bus name: it has fewer than two elements"),
            ("BusName", ":1.5", "BusName: \":1.5\" is a unique name, which no provider can keep"),
            ("BusName", "org.freedesktop.DBus", "BusName: \"org.freedesktop.DBus\" is the bus itself"),
            ("Exec", "", "Exec: \"\" names no program"),
            ("Exec", "a \"b", #"Exec: 'a "b' has an unclosed quote"#),
            ("ObjectPath", "clock", "ObjectPath: \"clock\" is not a valid object path: it does not start with /"),
            ("ObjectPath", .byte(1), "ObjectPath: 1 is not a string"),
            ("UpdateInterval", .int32(-1), "UpdateInterval: -1 is outside 0…4294967295"),
            ("UpdateInterval", "15min", "UpdateInterval: \"15min\" is not an integer"),
            ("MemoryMax", .int32(0), "MemoryMax: 0 is outside 1…18446744073709551615"),
            ("AppGroups", "group.a", "AppGroups: \"group.a\" is not an array of strings"),
            (
                "AppGroups", .strings(["a", "../b"]),
                "AppGroups[1]: \"../b\" is not a valid App Group: it has a character outside A-Z a-z 0-9 _ - ."
            ),
            ("AppGroups", .strings([".."]), "AppGroups[0]: \"..\" is not a valid App Group: it has an empty element"),
            ("AppGroups", .strings([""]), "AppGroups[0]: \"\" is not a valid App Group: it is empty"),
            ("AppGroups", .strings(Array(repeating: "a", count: 65)), "AppGroups: more than 64 groups"),
            ("Arranged", "yes", "Arranged: \"yes\" is not a boolean"),
            ("Transient", .byte(1), "Transient: 1 is not a boolean"),
            (
                "DisplayMode", "expanded",
                "DisplayMode: expanded is above compact, the largest mode of this widget"
            ),
            ("DisplayMode", "big", "DisplayMode: \"big\" isn't compact or expanded"),
            ("Content", node("text"), "Content.text: it is missing; every text needs it"),
        ] as [(String, DBusValue, String)])
    func refused(_ key: String, _ value: DBusValue, _ message: String) {
        #expect(faultText { _ = try WidgetDefinition([key: value]) } == message)
    }

    @Test(arguments: [
        "clock", "org.example.App", "a+b_C-1.0.png", "..", String(repeating: "a", count: 255), "/", "/a.png",
        "/usr/share/a..b/..c/d../é \u{301}.png",
    ])
    func icons(_ icon: String) throws {
        #expect(try WidgetDefinition(["Icon": .string(icon)]).icon == icon)
    }

    @Test(arguments: [
        "a/b", "../a", "~/a.png", "a b", "a:b", "é", "a\u{301}", "\u{D4E}/a", "\u{600}a", "a\nb", "data:,x",
        "file:///a.png", "image://x", String(repeating: "a", count: 256), "/..", "/../a", "/a/..", "/a//../b",
        "/\u{301}/../b", "/a/../\u{301}", "/a\nb", "/a\n\u{301}b", "/\u{9F}", "/" + String(repeating: "a", count: 4096),
    ])
    func refusedIcons(_ icon: String) {
        let text = faultText { _ = try WidgetDefinition(["Icon": .string(icon)]) }
        #expect(text?.hasPrefix("Icon: ") == true, "\(text ?? "")")
    }

    @Test func emptyTextsCountAsAbsent() throws {
        let definition = try WidgetDefinition([
            "Name": "  ", "Description": "\u{200B}", "Icon": "", "ContainingApp": "",
        ])
        #expect(definition == WidgetDefinition())
    }

    @Test(
        arguments: [
            ([:], ProviderKind.none),
            (["ObjectPath": "/a"], .callingConnection("/a")),
            (["BusName": "org.b.C-d"], .bus("org.b.C-d", "/org/b/C_d")),
            (["BusName": "org.b.C", "ObjectPath": "/x"], .bus("org.b.C", "/x")),
            (["Exec": "run me"], .exec(command: "run me", "org.example.My-Widget", "/org/example/My_Widget")),
            (["Exec": "run", "BusName": "a.b"], .exec(command: "run", "a.b", "/a/b")),
            (["Exec": "run", "ObjectPath": "/"], .exec(command: "run", "org.example.My-Widget", "/")),
        ] as [([String: DBusValue], ProviderKind)])
    func provider(_ dictionary: [String: DBusValue], _ provider: ProviderKind) throws {
        let definition = try WidgetDefinition(dictionary)
        #expect(definition.provider(for: "org.example.My-Widget") == provider)
        if case .exec(_, _, let path) = definition.provider(for: "org.example.My-Widget") {
            #expect(ObjectPath(rawValue: path.rawValue) != nil)
        }
    }
}
