import DBus
import Testing
import TodayBridgeRules
import TodayModel

/// Which widgets of another machine are shown here, and what of them.
struct HostMirrorTests {
    private static func host(_ lines: String = "") throws -> HostGroup {
        try #require(BridgeConfiguration("[Host nas]\nAddress=nas\n" + lines).hosts.first)
    }

    private static func mirror(_ lines: String = "", count: Int = 256, bytes: Int = 8 << 20) throws -> HostMirror {
        var mirror = HostMirror(of: try host(lines), count: count, bytes: bytes)
        mirror.begin()
        return mirror
    }

    private static func text(_ text: String, _ attributes: [ContentAttribute: DBusValue] = [:]) -> Content {
        Content(kind: .text, attributes.merging([.text: .string(text)]) { $1 })
    }

    private static func values(
        _ identifier: String, _ content: Content = text("a"), _ others: [WidgetMember: DBusValue] = [:]
    ) -> [String: DBusValue] {
        var values: [String: DBusValue] = ["Identifier": .string(identifier), "Content": content.dbusValue]
        for (member, value) in others { values[member.rawValue] = value }
        return values
    }

    private static let here: WidgetIdentifier = "org.todaycenter.remote.nas.org.test.A"

    // MARK: Which widgets

    @Test func identifiersNameTheHost() throws {
        var mirror = try Self.mirror()
        mirror.add("/a", Self.values("org.test.A"))
        mirror.add("/b", Self.values("org.test.A#3"))
        #expect(
            Set(mirror.widgets.keys.map(\.rawValue)) == [
                "org.todaycenter.remote.nas.org.test.A", "org.todaycenter.remote.nas.org.test.A.instance-3",
            ])
        #expect(RemoteIdentifier.source(of: Self.here) == "nas")
        #expect(RemoteIdentifier.source(of: "org.test.A") == nil)
    }

    @Test func patternsChoose() throws {
        var mirror = try Self.mirror("Widgets=org.test.*\n")
        mirror.add("/a", Self.values("org.test.A"))
        mirror.add("/b", Self.values("org.example.B"))
        #expect(mirror.widgets.keys.map(\.rawValue) == [Self.here.rawValue])
    }

    /// Two machines that show each other's widgets would never end.
    @Test func widgetsFromElsewhereStayThere() throws {
        var mirror = try Self.mirror()
        mirror.add("/a", Self.values("org.todaycenter.remote.desk.org.test.A"))
        let probe = try #require(RemoteProbe.identifier(ofConnection: ":1.42"))
        mirror.add("/b", Self.values(probe.rawValue))
        #expect(mirror.widgets.isEmpty)
        #expect(mirror.takeReports().isEmpty)
    }

    @Test func longIdentifiersAreSkipped() throws {
        var mirror = try Self.mirror()
        mirror.add("/a", Self.values("org." + String(repeating: "a", count: 230)))
        #expect(mirror.widgets.isEmpty)
        #expect(mirror.takeReports().count == 1)
    }

    @Test func theOrderIsThatOfTheList() throws {
        var mirror = try Self.mirror()
        for name in ["C", "A", "B"] {
            mirror.beginReading(ObjectPath(unchecked: "/" + name))
            mirror.finishReading(ObjectPath(unchecked: "/" + name), Self.values("org.test." + name))
        }
        mirror.change("/C", ["Name": .string("c")])
        #expect(mirror.sorted(mirror.takeChanges()).map(\.rawValue.last) == ["C", "A", "B"])
        mirror.beginReading("/D")
        mirror.failReading("/D", "too large")
        #expect(mirror.takeReports() == [#"nas: "/D" can't be read: too large"#])
    }

    @Test func aListReplacesTheLastOne() throws {
        var mirror = try Self.mirror()
        mirror.add("/a", Self.values("org.test.A"))
        mirror.add("/b", Self.values("org.test.B"))
        mirror.finish()
        #expect(mirror.takeChanges().count == 2)
        mirror.begin()
        mirror.add("/a", Self.values("org.test.A"))
        #expect(mirror.widgets.count == 2)
        mirror.finish()
        #expect(mirror.widgets.keys.map(\.rawValue) == [Self.here.rawValue])
        #expect(mirror.takeChanges().map(\.rawValue) == ["org.todaycenter.remote.nas.org.test.B"])
    }

    @Test func storedWidgetsStayUntilTheListIsComplete() throws {
        var stored = WidgetProperties(identifier: Self.here)
        stored.content = Self.text("old")
        var mirror = HostMirror(of: try Self.host(), count: 256, bytes: 8 << 20)
        mirror.adopt(stored)
        #expect(mirror.widgets[Self.here]?.content == Self.text("old"))
        mirror.begin()
        #expect(mirror.widgets[Self.here] != nil)
        mirror.finish()
        #expect(mirror.widgets.isEmpty)
    }

    // MARK: Order of messages

    @Test func changesDuringAReadingAreNewer() throws {
        var mirror = try Self.mirror()
        mirror.beginReading("/a")
        mirror.change("/a", ["Content": Self.text("new").dbusValue, "Unknown": .boolean(true)])
        mirror.finishReading("/a", Self.values("org.test.A", Self.text("old")))
        #expect(mirror.widgets[Self.here]?.content == Self.text("new"))
    }

    @Test func changesDuringReadingsAreLimited() throws {
        var mirror = try Self.mirror(bytes: 100_000)
        for number in 0..<500 {
            let path = ObjectPath(unchecked: "/a\(number)")
            mirror.beginReading(path)
            mirror.change(path, ["Name": .string(String(repeating: "n", count: 4000))])
        }
        #expect(mirror.takeReports().count == 1)
        mirror.finishReading("/a0", Self.values("org.test.A"))
        mirror.finishReading("/a499", Self.values("org.test.B"))
        #expect(Set(mirror.widgets.values.map(\.definition.name.count)) == [4000, 0])
    }

    @Test func aReadingDoesNotBringBackARemovedObject() throws {
        var mirror = try Self.mirror()
        mirror.beginReading("/a")
        mirror.remove("/a")
        mirror.finishReading("/a", Self.values("org.test.A"))
        #expect(mirror.widgets.isEmpty)
        mirror.beginReading("/a")
        mirror.add("/a", Self.values("org.test.A", Self.text("added")))
        mirror.finishReading("/a", Self.values("org.test.A", Self.text("read")))
        #expect(mirror.widgets[Self.here]?.content == Self.text("added"))
    }

    // MARK: Trust

    @Test func contentHasNoFilesAndNoClosures() throws {
        let file = Self.text("a", [.url: .string("view-source:file:///etc/passwd")])
        let web = Self.text("b", [.url: .string("https://example.org")])
        let tap = Self.text("c", [.action: .string("tap:#id")])
        let own = Self.text("d", [.action: .string("remote:x")])
        var mirror = try Self.mirror()
        mirror.add("/a", Self.values("org.test.A", Content(kind: .column, children: [file, web, tap, own])))
        let children = try #require(mirror.widgets[Self.here]?.content.children)
        let refused = Self.text("a", [.action: .string("remote:file"), .parameter: file[.url] ?? .string("")])
        #expect(try children[0] == refused && children[0].validated() == refused)
        #expect(MirroredWidget.fileLink("remote:file", refused[.parameter]) == "view-source:file:///etc/passwd")
        #expect(MirroredWidget.fileLink("remote:file", nil) == "" && MirroredWidget.fileLink("x", nil) == nil)
        #expect(children[1] == web)
        #expect(children[2][.action] == .string("remote:tap:#id"))
        #expect(children[3][.action] == .string("remote:remote:x"))
        #expect(
            ["remote:tap:#id", "remote:remote:x", "plain"].map(MirroredWidget.actionThere) == [
                "tap:#id", "remote:x", "plain",
            ])
    }

    @Test func iconsArePlainNames() throws {
        var mirror = try Self.mirror()
        for (icon, kept) in [("drive", "drive"), ("/etc/a.png", ""), ("", "")] {
            mirror.add("/a", Self.values("org.test.A", Self.text("a"), [.icon: .string(icon)]))
            #expect(mirror.widgets[Self.here]?.definition.icon == kept)
        }
    }

    @Test func invalidContentKeepsTheLastOneWithItsAge() throws {
        var mirror = try Self.mirror()
        mirror.add("/a", Self.values("org.test.A", Self.text("good"), [.updatedAt: .uint64(5)]))
        _ = mirror.takeReports()
        let bad = Content(kind: .progress, [.value: .double(7)])
        mirror.change("/a", ["Content": bad.dbusValue, "UpdatedAt": .uint64(9), "Name": .string("new")])
        #expect(mirror.widgets[Self.here]?.content == Self.text("good"))
        #expect(mirror.widgets[Self.here]?.updatedAt == Timestamp(microseconds: 5))
        #expect(mirror.widgets[Self.here]?.definition.name == "new")
        #expect(mirror.takeReports() == ["nas: org.test.A: Content.value: 7 is outside 0…1"])
        mirror.change("/a", ["Content": .boolean(true)])
        #expect(mirror.takeReports().isEmpty)
    }

    @Test(arguments: WidgetMember.allCases)
    func wrongTypesAreReportedOnce(_ member: WidgetMember) throws {
        var mirror = try Self.mirror()
        mirror.add("/a", Self.values("org.test.A"))
        let before = mirror.widgets
        let values: [DBusValue] = [
            .structure([.boolean(true)]), .strings(["\u{1}"]), .byte(255), .variants([.properties([:])]), .double(.nan),
        ]
        for value in values { mirror.change("/a", [member.rawValue: value]) }
        #expect(mirror.widgets.keys == before.keys)
        #expect(mirror.widgets[Self.here]?.content == before[Self.here]?.content)
        #expect(mirror.takeReports().count <= 1)
    }

    @Test func widgetsAreLimited() throws {
        var mirror = try Self.mirror(count: 3)
        for number in 1...10 { mirror.add(ObjectPath(unchecked: "/a\(number)"), Self.values("org.test.A\(number)")) }
        #expect(mirror.widgets.count == 3)
        #expect(mirror.takeReports() == ["nas: it has more than 3 widgets; the others aren't shown"])
        // Those of the last connection make room.
        mirror.begin()
        for number in 4...6 { mirror.add(ObjectPath(unchecked: "/a\(number)"), Self.values("org.test.A\(number)")) }
        mirror.finish()
        #expect(Set(mirror.widgets.values.map(\.identifier.rawValue)) == ["org.test.A4", "org.test.A5", "org.test.A6"])
    }

    @Test func memoryIsLimited() throws {
        var mirror = try Self.mirror(bytes: 10_000)
        mirror.add("/a", Self.values("org.test.A", Self.text(String(repeating: "a", count: 4000))))
        mirror.add("/b", Self.values("org.test.B", Self.text(String(repeating: "b", count: 4000))))
        mirror.add("/c", Self.values("org.test.C", Self.text(String(repeating: "c", count: 4000))))
        #expect(mirror.widgets["org.todaycenter.remote.nas.org.test.C"]?.content.isEmpty == true)
        #expect(mirror.takeReports().count == 1)
        mirror.remove("/a")
        mirror.change("/c", ["Content": Self.text(String(repeating: "c", count: 4000)).dbusValue])
        #expect(mirror.widgets["org.todaycenter.remote.nas.org.test.C"]?.content.isEmpty == false)
        // Many tiny values take more memory than their bytes.
        let tiny = Content(
            kind: "text", attributes: Dictionary(uniqueKeysWithValues: (0..<100).map { ("x\($0)", .boolean(true)) }))
        mirror.change("/b", ["Content": tiny.dbusValue])
        #expect(mirror.widgets["org.todaycenter.remote.nas.org.test.B"]?.content.children.isEmpty == true)
        #expect(mirror.widgets["org.todaycenter.remote.nas.org.test.B"]?.content != tiny)
    }

    @Test func anIdentifierBelongsToOneObject() throws {
        var mirror = try Self.mirror()
        mirror.add("/a", Self.values("org.test.A", Self.text("first")))
        mirror.add("/b", Self.values("org.test.A", Self.text("second")))
        #expect(mirror.widgets[Self.here]?.content == Self.text("first"))
        #expect(mirror.takeReports().count == 1)
        // An object that names another widget now is another widget.
        mirror.add("/a", Self.values("org.test.B"))
        #expect(mirror.widgets.keys.map(\.rawValue) == ["org.todaycenter.remote.nas.org.test.B"])
    }

    // MARK: Settings and taps

    private static let schema: DBusValue = {
        let city = try? SettingDeclaration("City", .string, default: .text("Athens"))
        let file = try? SettingDeclaration("Path", .file)
        return .array([city, file].compactMap { $0 }.map { .properties($0.dictionary) }, of: "a{sv}")
    }()

    @Test func settingsAreThoseThere() throws {
        var mirror = try Self.mirror()
        mirror.add(
            "/a",
            Self.values(
                "org.test.A", Self.text("a"),
                [
                    .settingsSchema: Self.schema,
                    .settings: .properties(["City": .string("Oslo"), "Path": .string("/etc"), "Other": .boolean(true)]),
                ]))
        let widget = try #require(mirror.widgets[Self.here])
        #expect(widget.definition.settings.declarations.map(\.key) == ["City"])
        #expect(widget.settings == ["City": .text("Oslo")])
        #expect(widget.changes(to: ["City": .string("Oslo"), "Path": .string("/")]).isEmpty)
        #expect(widget.changes(to: ["City": .string("Rome")]) == ["City": .string("Rome")])
    }

    @Test func withoutTapsThereAreNoSettings() throws {
        var mirror = try Self.mirror("Taps=false\n")
        mirror.add("/a", Self.values("org.test.A", Self.text("a"), [.settingsSchema: Self.schema]))
        #expect(mirror.widgets[Self.here]?.definition.settings.isEmpty == true)
    }

    @Test func aTapKeepsTheTypeOfItsParameter() throws {
        var mirror = try Self.mirror()
        let button = Content(
            kind: .button, [.label: .string("a"), .action: .string("wind"), .parameter: .uint32(2)])
        mirror.add("/a", Self.values("org.test.A", button))
        let widget = try #require(mirror.widgets[Self.here])
        #expect(widget.parameter(of: "wind", .int64(2)) == .uint32(2))
        #expect(widget.parameter(of: "wind", .int64(3)) == .int64(3))
        #expect(widget.parameter(of: "wind", nil) == nil)
    }

    // MARK: Steps

    @Test func onlyDifferencesAreSent() throws {
        var mirror = try Self.mirror()
        func widget(_ changes: [String: DBusValue]) throws -> MirroredWidget {
            mirror.change("/a", changes)
            return try #require(mirror.widgets[Self.here])
        }
        mirror.add("/a", Self.values("org.test.A"))
        let first = try widget([:])
        #expect(MirrorStep.steps(from: nil, to: first) == [.define, .show])
        #expect(MirrorStep.steps(from: first, to: first).isEmpty)
        #expect(MirrorStep.steps(from: first, hasFailed: true, to: first) == [.show])
        let renamed = try widget(["Name": .string("b")])
        #expect(MirrorStep.steps(from: first, to: renamed) == [.define])
        let failed = try widget(["Error": .string("no disk"), "ErrorKind": .string("unreachable")])
        #expect(MirrorStep.steps(from: renamed, to: failed) == [.fail])
        #expect(failed.isUnreachable)
        #expect(MirrorStep.steps(from: failed, hasFailed: true, to: failed) == [.fail])
        let later = try widget(["UpdatedAt": .uint64(7)])
        #expect(MirrorStep.steps(from: failed, to: later) == [.show, .fail])
        let repaired = try widget(["Error": .string("")])
        #expect(MirrorStep.steps(from: later, to: repaired) == [.show])
        let urgent = try widget(["Attention": .string("alert"), "Badge": .uint32(3)])
        #expect(MirrorStep.steps(from: repaired, to: urgent) == [.show])
    }
}
