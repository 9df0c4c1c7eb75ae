import DBus
import Testing
import TodayManifests
import TodayModel

@Suite("Manifests")
struct ManifestTests {
    private func parse(_ text: String, locale: String? = nil) throws(ManifestFault) -> Manifest {
        try Manifest.parse(text, identifier: "org.example.UsedSpace", locale: locale)
    }

    private let usedSpace = """
        # How full it is
        [Widget]
        Name=Used Space
        Name[de]=Belegter Platz
        Description=How full the home file system is
        Icon=drive-harddisk
        ContainingApp=org.example.UsedSpace
        Exec=used-space-widget
        UpdateInterval=15min
        LargestDisplayMode=expanded
        PreferredHeight=37
        MemoryMax=32M
        AppGroups=group.org.example.usedspace;
        X-Something=ignored
        Later=ignored

        [Desktop Entry]
        no syntax is looked at here
        """

    @Test func example() throws {
        let manifest = try parse(usedSpace)
        var definition = WidgetDefinition()
        definition.name = "Used Space"
        definition.description = "How full the home file system is"
        definition.icon = "drive-harddisk"
        definition.containingApp = "org.example.UsedSpace"
        definition.exec = "used-space-widget"
        definition.updateInterval = 900
        definition.largestDisplayMode = .expanded
        definition.preferredContentSize = Size(width: 0, height: 37)
        definition.memoryMax = 33_554_432
        definition.appGroups = ["group.org.example.usedspace"]
        #expect(manifest == Manifest(identifier: "org.example.UsedSpace", definition: definition))
    }

    @Test func carriageReturnsAndSpaces() throws {
        let windows = usedSpace.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        #expect(try parse(windows) == parse(usedSpace))
        #expect(try parse("  [Widget]\t\n Name =  A  B \n").definition.name == "A  B")
    }

    @Test func smallest() throws {
        let manifest = try parse("[Widget]")
        #expect(manifest == Manifest(identifier: "org.example.UsedSpace"))
        #expect(try parse("[Widget]\nHidden=true\nTryExec=a b").hidden)
        #expect(try parse("[Widget]\nHidden=false\nTryExec=a\\sb").tryExec == "a b")
        #expect(try parse("[Widget]\nTryExec=").tryExec == nil)
    }

    @Test(arguments: [
        (nil, "default"), ("C", "default"), ("fr", "default"), ("", "default"), ("de", "de"), ("de_CH", "de"),
        ("de_AT", "de_AT"), ("de_AT.UTF-8", "de_AT"), ("de_AT@euro", "de_AT@euro"), ("de_AT.UTF-8@euro", "de_AT@euro"),
        ("de_CH@euro", "de@euro"), ("de@euro", "de@euro"), ("de_CH@other", "de"), ("de_AT@other", "de_AT"),
    ])
    func locales(_ locale: String?, _ expected: String) throws {
        let names = """
            [Widget]
            Name[de@euro]=de@euro
            Name[de_AT]=de_AT
            Name=default
            Name[de]=de
            Name[de_AT@euro]=de_AT@euro
            Exec[de]=ignored \\q
            """
        let manifest = try parse(names, locale: locale)
        #expect(manifest.definition.name == expected)
        #expect(manifest.definition.exec == nil)
    }

    @Test func countryBeforeModifier() throws {
        for lines in ["Name[de@euro]=a\nName[de_AT]=b", "Name[de_AT]=b\nName[de@euro]=a"] {
            #expect(try parse("[Widget]\nName=c\n\(lines)", locale: "de_AT@euro").definition.name == "b")
        }
    }

    @Test func encodingInAKey() throws {
        #expect(try parse("[Widget]\nName=a\nName[de_DE.UTF-8]=b", locale: "de_DE").definition.name == "b")
    }

    @Test(arguments: [
        ("0", UInt32(0)), ("90", 90), ("90s", 90), ("15min", 900), ("2 h", 7200), ("1d", 86400),
        ("4294967295", .max),
    ])
    func intervals(_ value: String, _ seconds: UInt32) throws {
        #expect(try parse("[Widget]\nUpdateInterval=\(value)").definition.updateInterval == seconds)
    }

    @Test(arguments: [("1", UInt64(1)), ("500K", 512_000), ("32M", 33_554_432), ("2G", 2_147_483_648)])
    func sizes(_ value: String, _ bytes: UInt64) throws {
        #expect(try parse("[Widget]\nMemoryMax=\(value)").definition.memoryMax == bytes)
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a;", ["a"]), ("a;b", ["a", "b"]), ("a;b;", ["a", "b"]),
    ])
    func lists(_ value: String, _ groups: [String]) throws {
        #expect(try parse("[Widget]\nAppGroups=\(value)").definition.appGroups == groups)
    }

    @Test func keysOfChanges() throws {
        let manifest = try parse(
            #"""
            [Widget]
            HasContent=false
            Arranged=false
            Transient=true
            BusName=org.example.A
            ObjectPath=/a
            DisplayMode=compact
            MarginInsets=0;-1;10.5;-1
            NextUpdate=7
            Error=Line\nbreak \\n
            Content={"kind":"text","text":"a\\nb"}
            """#)
        let definition = manifest.definition
        #expect(definition.changes.hasContent == false)
        #expect(!definition.arranged)
        #expect(definition.transient)
        #expect(definition.busName == "org.example.A")
        #expect(definition.objectPath == "/a")
        #expect(definition.changes.displayMode == .compact)
        #expect(definition.changes.marginInsets == EdgeInsets(top: 0, left: -1, bottom: 10.5, right: -1))
        #expect(definition.changes.nextUpdate == Timestamp(microseconds: 7))
        #expect(definition.changes.error == "Line\nbreak \\n")
        #expect(definition.changes.content?.attributes["text"] == "a\nb")
    }

    @Test(arguments: [
        ("", "line 1: missing group [Widget]"),
        ("# only\n\n", "line 1: missing group [Widget]"),
        ("[Desktop Entry]\nName=a", "line 1: missing group [Widget]"),
        ("Name=a\n[Widget]", "line 1: \"Name=a\" comes before the first group"),
        ("[Widget]\n[Other]\n\n[Widget]", "line 4: duplicate group [Widget]"),
        ("[Widget]\n[Other]\n[Other]", "line 3: duplicate group [Other]"),
        ("[Widget", "line 1: \"[Widget\" isn't a group header"),
        ("[Wid[get]", "line 1: \"[Wid[get]\" isn't a group header"),
        ("[]", "line 1: \"[]\" isn't a group header"),
        ("[Widget]\nName", "line 2: \"Name\" has no ="),
        ("[Widget]\n=a", "line 2: \"\" is not a key of A-Z a-z 0-9 -"),
        ("[Widget]\nMy_Key=a", "line 2: \"My_Key\" is not a key of A-Z a-z 0-9 -"),
        ("[Widget]\nName[de=a", "line 2: \"Name[de\" has a malformed locale"),
        ("[Widget]\nName[]=a", "line 2: \"Name[]\" has a malformed locale"),
        ("[Widget]\nName=a\n\nName=b", "line 4, Name: duplicate key"),
        ("[Widget]\nName[de]=a\nName[de]=b", "line 3, Name[de]: duplicate key"),
        ("[Widget]\nName=a\\qb", #"line 2, Name: \q in "a\qb" is not an escape"#),
        ("[Widget]\nName=a\\\u{1B}b", #"line 2, Name: \\u{1B} in "a\\u{1B}b" is not an escape"#),
        ("[Widget]\nName=a\\", #"line 2, Name: "a\" ends inside an escape"#),
        ("[Widget]\nName=a\\tb", #"line 2, Name: "a\tb" has the control character U+0009"#),
        ("[Widget]\nHidden=1", "line 2, Hidden: \"1\" isn't true or false"),
        ("[Widget]\nArranged=True", "line 2, Arranged: \"True\" isn't true or false"),
        (
            "[Widget]\n\n\nUpdateInterval=soon",
            "line 4, UpdateInterval: \"soon\" is not a time such as 90 (seconds), 15min, 2h or 1d"
        ),
        (
            "[Widget]\nUpdateInterval=1.5h",
            "line 2, UpdateInterval: \"1.5h\" is not a time such as 90 (seconds), 15min, 2h or 1d"
        ),
        (
            "[Widget]\nUpdateInterval=99999999999999999999",
            "line 2, UpdateInterval: \"99999999999999999999\" is too large"
        ),
        (
            "[Widget]\nUpdateInterval=999999999999999999d",
            "line 2, UpdateInterval: \"999999999999999999d\" is too large"
        ),
        ("[Widget]\nUpdateInterval=100000d", "line 2, UpdateInterval: 8640000000 is outside 0…4294967295"),
        ("[Widget]\nMemoryMax=32MiB", "line 2, MemoryMax: \"32MiB\" is not a size such as 500K, 32M or 1G"),
        ("[Widget]\nMemoryMax=0", "line 2, MemoryMax: 0 is outside 1…18446744073709551615"),
        ("[Widget]\nPreferredHeight=tall", "line 2, PreferredHeight: \"tall\" is not a number"),
        ("[Widget]\nPreferredHeight=-1", "line 2, PreferredHeight: -1 is below 0"),
        ("[Widget]\nPreferredHeight=inf", "line 2, PreferredHeight: \"inf\" is not a number"),
        ("[Widget]\nMarginInsets=1;2", "line 2, MarginInsets: \"1;2\" is not four numbers"),
        (
            "[Widget]\nName=a\nAppGroups=a;../b",
            "line 3, AppGroups[1]: \"../b\" is not a valid App Group: it has a character outside A-Z a-z 0-9 _ - ."
        ),
        ("[Widget]\nLargestDisplayMode=big", "line 2, LargestDisplayMode: \"big\" isn't compact or expanded"),
        (
            "[Widget]\nDisplayMode=expanded",
            "line 2, DisplayMode: expanded is above compact, the largest mode of this widget"
        ),
        (
            "[Widget]\nBusName=clock",
            "line 2, BusName: \"clock\" is not a valid bus name: it has fewer than two elements"
        ),
        ("[Widget]\nObjectPath=/a", "line 2, ObjectPath: \"/a\" is given without BusName or Exec"),
        ("[Widget]\nExec=sh -c 'x'", "line 2, Exec: \"'\" in \"sh -c 'x'\" needs double quotes"),
        ("[Widget]\nExec=", "line 2, Exec: \"\" names no program"),
        ("[Widget]\nName=a\nContent={\"kind\":\"text\"}", "line 3, Content.text: it is missing; every text needs it"),
    ])
    func refused(_ text: String, _ message: String) {
        #expect(faultText { _ = try parse(text) } == message)
    }

    @Test func faultParts() {
        do throws(ManifestFault) {
            _ = try parse("[Widget]\nUpdateInterval=x")
            Issue.record("a bad interval was accepted")
        } catch {
            #expect(error.line == 2)
            #expect(error.key == "UpdateInterval")
        }
    }
}
