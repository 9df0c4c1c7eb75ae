import ArgumentParser
import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import Glibc
import Testing
import TodayHost
import TodayModel

@testable import TodayCommands

/// Registrations and pushes.
@Suite struct ProvidingTests {
    @Test func changesAsOptions() async throws {
        try await withCenter { bus, center in
            let result = try await todayctl(
                "push", usedSpace.rawValue, "--has-content", "true", "--display-mode", "compact",
                "--largest-display-mode", "expanded", "--preferred-height", "37.5", "--margins", "0,-1,2,8",
                "--next-update", "4000000000000000", "--error", "", "--json", on: bus)
            #expect(result == .init(status: 0, output: "{\n  \"Revision\": 4\n}\n", errors: ""))
            #expect(
                await center.pushed.last == [
                    "HasContent": true, "DisplayMode": "compact", "LargestDisplayMode": "expanded",
                    "PreferredContentSize": Size(width: 0, height: 37.5).dbusValue,
                    "MarginInsets": EdgeInsets(top: 0, left: -1, bottom: 2, right: 8).dbusValue,
                    "NextUpdate": .uint64(4_000_000_000_000_000), "Error": "",
                ])
        }
    }

    @Test func changesAsJSON() async throws {
        try await withCenter { bus, center in
            let json = #"""
                {"Content": {"kind": "progress", "value": 0.5}, "PreferredContentSize": [0, 9],
                 "MarginInsets": [1, 2, 3, 4.5], "NextUpdate": 0, "HasContent": true, "Error": "one"}
                """#
            let result = try await todayctl(
                "push", usedSpace.rawValue, "--changes", "-", "--error", "two", on: bus, input: json)
            #expect(result == .init(status: 0, output: "4\n", errors: ""))
            let pushed = try #require(await center.pushed.last)
            let changes = try WidgetChanges(pushed)
            #expect(changes.content == Content(kind: "progress", attributes: ["value": .double(0.5)]))
            #expect(changes.preferredContentSize == Size(width: 0, height: 9))
            #expect(changes.marginInsets == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4.5))
            #expect(changes.nextUpdate == .never && changes.hasContent == true && changes.error == "two")
            expect(
                try await todayctl("push", usedSpace.rawValue, "--changes", "[1]", on: bus), 1, "",
                "todayctl: the changes are [1], not an object such as {\"HasContent\": true}\n")
            expect(
                try await todayctl("push", usedSpace.rawValue, "--changes", #"{"MarginInsets":[1]}"#, on: bus), 1, "",
                "todayctl: MarginInsets: a struct is not four numbers (dddd)\n")
        }
    }

    @Test func contentFromAFile() async throws {
        try await withCenter { bus, center in
            let path = bus.folder + "/note.json"
            let file = try #require(fopen(path, "w"))
            fputs(#"{"kind":"divider"}"#, file)
            fclose(file)
            for arguments in [["@" + path], ["--file", path]] {
                let run = try await CommandRun.start(["push", usedSpace.rawValue] + arguments, bus.environment)
                #expect(try await run.result().status == 0)
                #expect(await center.pushed.last == ["Content": .string(#"{"kind":"divider"}"#)])
            }
            expect(
                try await todayctl("push", usedSpace.rawValue, "@/nowhere/x", on: bus), 1, "",
                "todayctl: cannot open /nowhere/x: No such file or directory\n")
        }
    }

    /// Text that a shell has at hand needs no JSON, whatever characters it has.
    @Test func contentWithoutJSON() async throws {
        try await withCenter { bus, center in
            func pushed(_ arguments: String..., input: String = "") async throws -> String? {
                let run = try await CommandRun.start(
                    ["push", usedSpace.rawValue] + arguments, bus.environment, input: input)
                let result = try await run.result()
                #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
                guard case .string(let text)? = await center.pushed.last?["Content"] else { return nil }
                return text
            }
            let odd = #"-5 °C, "so" \ {}"#
            #expect(try await Content.parse(json: pushed("--text", odd) ?? "") == text(odd))
            #expect(
                try await Content.parse(json: pushed("--text", "-", input: "one\ntwo\n\n") ?? "") == text("one\ntwo"))
            let bar = Content(kind: "progress", attributes: ["value": .double(0.4)])
            #expect(try await Content.parse(json: pushed("--progress", "0.4") ?? "") == bar)
            #expect(try await Content.parse(json: pushed("--progress", "40%") ?? "") == bar)
            let path = bus.folder + "/plot.png"
            let png = try #require(
                Base64.decode(
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="))
            let file = open(path, O_WRONLY | O_CREAT, 0o600)
            #expect(write(file, png, png.count) == png.count)
            close(file)
            let whole = try await pushed(
                "--progress", "0.4", "--text", "a", "--text", "b", "--image", path, "--error", "")
            let image = Content(
                kind: "image", attributes: ["data": .bytes(png), "description": "plot.png"])
            #expect(
                try Content.parse(json: whole ?? "")
                    == Content(kind: "column", children: [image, text("a"), text("b"), bar]))
            #expect(await center.pushed.last?["Error"] == "")

            expect(
                try await todayctl("push", usedSpace.rawValue, "--progress", "40", on: bus), 64, "",
                "todayctl: --progress: 40 is outside 0…1, such as 0.4, or 0%…100%, such as 40% "
                    + "(see todayctl push --help)\n")
            expect(
                try await todayctl("push", usedSpace.rawValue, "{}", "--text", "a", on: bus), 64, "",
                "todayctl: give either JSON or --text, --progress and --image, not both "
                    + "(see todayctl push --help)\n")
            expect(
                try await todayctl("push", usedSpace.rawValue, "--text", "a", "--image", "/nowhere/x", on: bus), 1, "",
                "todayctl: cannot open /nowhere/x: No such file or directory\n")
        }
    }

    @Test func contentIsGivenOnce() async throws {
        try await withCenter { bus, center in
            for content in ["{}", "--text=a"] {
                expect(
                    try await todayctl("push", usedSpace.rawValue, content, "--changes", #"{"Content":{}}"#, on: bus),
                    64,
                    "",
                    "todayctl: give either the content or a Content in --changes, not both "
                        + "(see todayctl push --help)\n")
            }
            #expect(await center.pushed.isEmpty)
        }
    }

    @Test func whatIsNoJSONIsNamed() async throws {
        try await withCenter { bus, _ in
            for (input, reason) in [
                ("", "standard input is empty"), (" \n", "standard input is empty"),
                (
                    "\u{FEFF}{}",
                    "standard input begins with a byte order mark (U+FEFF); it must be UTF-8 without one"
                ),
                (
                    "hello\n",
                    #"the content isn't a JSON object; for text, use {"kind":"text","text":"hello"} or --text"#
                ),
            ] {
                expect(
                    try await todayctl("push", usedSpace.rawValue, "-", on: bus, input: input), 1, "",
                    "todayctl: \(reason)\n")
            }
            expect(
                try await todayctl("push", usedSpace.rawValue, "hello", on: bus), 1, "",
                #"todayctl: the content isn't a JSON object; for text, use {"kind":"text","text":"hello"} or --text"#
                    + "\n")
        }
    }

    /// The center looks for a program from a folder of its own.
    @Test func programsAreNamedWhole() throws {
        func line(_ text: String, from folder: String = "/a") throws -> String { try ExecText.line(text, from: folder) }
        #expect(try line("./x.sh --all") == "/a/x.sh --all" && line("../b/x") == "/a/../b/x")
        #expect(try line("bin/x", from: "/a \"b") == #""/a \"b/bin/x""#)
        #expect(try line(#""./my x" y"#) == #""/a/my x" y"#)
        for same in ["x --all", "/usr/bin/x", "x ./y", "sh -c \"./x\"", "'"] { #expect(try line(same) == same) }
        for home in ["~/x", "\"~/x\""] { #expect(throws: Fault.self) { try line(home) } }
    }

    /// The center reads the line by bytes, so no mark beside a sign hides it.
    @Test func aMarkHidesNothingInAFolder() throws {
        let folder = "/a\"\u{301}\u{D4E}$%\u{301}\\\u{301}"
        let line = try ExecText.line("./x y", from: folder)
        let program = try ExecLine.split(line).first ?? ""
        #expect(program.utf8.elementsEqual((folder + "/x").utf8), "\(line)")
        #expect(throws: Fault.self) { try ExecText.line("~/\u{301}x", from: "/a") }
    }

    @Test func theProgramOfARegistrationIsNamedWhole() async throws {
        try await withCenter { bus, center in
            expect(try await todayctl("register", "a.b", "--exec", "./x.sh -a", on: bus), 0, "", "")
            let definition = try WidgetDefinition(try #require(await center.definitions["a.b"]))
            #expect(definition.exec?.hasSuffix("/x.sh -a") == true && definition.exec?.hasPrefix("/") == true)
        }
    }

    @Test func severalAreRemovedAtOnce() async throws {
        try await withCenter { bus, _ in
            expect(
                try await todayctl("unregister", usedSpace.rawValue, "a.b", list.rawValue, on: bus), 1, "",
                "todayctl: unknown widget \"a.b\"\n")
            expect(try await todayctl("list", "--json", on: bus), 0, "[]\n", "")
        }
    }

    @Test func timesOfTheNextUpdate() throws {
        // 2026-11-22 12:00:00 UTC
        let now = Timestamp(microseconds: 1_795_348_800_000_000)
        func next(_ text: String) throws -> Int64? {
            var options = try ChangeOptions.parse([])
            options.nextUpdate = text
            guard case .uint64(let time)? = try options.dictionary(now: now)["NextUpdate"] else { return nil }
            return time == 0 ? nil : (Int64(time) - Int64(now.microseconds)) / 1_000_000
        }
        #expect(try next("2min") == 120 && next("5m") == 300 && next("90s") == 90 && next("1h") == 3600)
        #expect(try next("+300") == 300 && next("+5m") == 300 && next("0s") == 0)
        #expect(try next("now") == 0 && next("never") == nil)
        #expect(try next("1795348805000000") == 5)
        // A little late is at once, as the center takes it.
        #expect(try next("1795348790000000") == -10)
        #expect(try next("2026-11-22T12:30:15Z") == 1815 && next("2026-11-22 13:30+01:00") == 1800)
        #expect(try next("2026-11-22T12:30:15.250Z") == 1815 && next("2026-11-22T08:30-0400") == 1800)
        var local = tm()
        (local.tm_year, local.tm_mon, local.tm_mday, local.tm_hour, local.tm_isdst) = (127, 0, 31, 8, -1)
        #expect(try next("2027-01-31T08:00") == Int64(mktime(&local)) - 1_795_348_800)
        for (text, reason) in [
            ("soon", "is not a time such as 90s, 15min, 2h, 1d, +300, 2027-01-31T08:30, now or never"),
            ("2027-02-30T08:00", "is not a time such as 90s, 15min, 2h, 1d, +300, 2027-01-31T08:30, now or never"),
            ("2027-02-20T24:10", "is not a time such as 90s, 15min, 2h, 1d, +300, 2027-01-31T08:30, now or never"),
            ("9999999999999d", "is too far away"),
            ("5", "may mean seconds or anything else; write 5s or 5min, never, now or a date"),
            ("0", "may mean seconds or anything else; write 0s or 0min, never, now or a date"),
            ("99999", "may mean seconds or anything else; write 99999s or 99999min, never, now or a date"),
            ("1795348805", "isn't a time in microseconds since 1970; for seconds, write 1795348805000000"),
            ("2026-11-01", "is in the past; for an immediate update, write now"),
            ("1700000000000000", "is in the past; for an immediate update, write now"),
        ] {
            #expect(throws: Fault(path: "NextUpdate", message: "\(text.debugDescription) \(reason)")) {
                try next(text)
            }
        }
    }

    @Test func everyKeyOfADefinition() async throws {
        try await withCenter { bus, center in
            let result = try await todayctl(
                "register", "org.example.Note", "--name", "Note", "--description", "Notes", "--icon", "note", "--app",
                "org.example.App", "--exec", "note --all", "--bus-name", "org.example.Note", "--object-path", "/note",
                "--update-interval", "5min", "--memory-max", "32M", "--app-group", "group.a", "--app-group", "group.b",
                "--arranged", "false", "--content", #"{"kind":"divider"}"#, "--preferred-height", "20",
                "--largest-display-mode", "expanded", on: bus)
            #expect(result == .init(status: 0, output: "", errors: ""))
            let definition = try WidgetDefinition(try #require(await center.definitions["org.example.Note"]))
            var expected = WidgetDefinition()
            expected.name = "Note"
            expected.description = "Notes"
            expected.icon = "note"
            expected.containingApp = "org.example.App"
            expected.exec = "note --all"
            expected.busName = "org.example.Note"
            expected.objectPath = "/note"
            expected.updateInterval = 300
            expected.memoryMax = 32 << 20
            expected.appGroups = ["group.a", "group.b"]
            expected.arranged = false
            expected.preferredContentSize = Size(width: 0, height: 20)
            expected.largestDisplayMode = .expanded
            expected.changes.content = Content(kind: "divider")
            #expect(definition == expected)
            expect(
                try await todayctl("register", "a.b", "--update-interval", "soon", on: bus), 64, "",
                "todayctl: UpdateInterval: \"soon\" is not a time such as 90 (seconds), 15min, 2h or 1d "
                    + "(see todayctl register --help)\n")
            expect(
                try await todayctl("push", "a.b", "--margins", "1,2", on: bus), 64, "",
                "todayctl: MarginInsets: \"1,2\" is not four numbers (see todayctl push --help)\n")
            expect(try await todayctl("unregister", "org.example.Note", on: bus), 0, "", "")
        }
    }

    @Test func definitionsFromAManifest() async throws {
        try await withCenter { bus, center in
            let path = bus.folder + "/org.example.Disk.widget"
            let file = try #require(fopen(path, "w"))
            fputs("[Widget]\nName=Disk\nName[de]=Platte\nUpdateInterval=1h\nExec=disk\n", file)
            fclose(file)
            expect(try await todayctl("register", "--manifest", path, "--exec", "disk2", on: bus), 0, "", "")
            #expect(
                await center.definitions["org.example.Disk"] == [
                    "Name": "Disk", "Exec": "disk2", "UpdateInterval": .uint32(3600),
                ])
            expect(try await todayctl("register", "a.b", "--manifest", path, on: bus), 0, "", "")
            #expect(await center.definitions["a.b"]?["Name"] == "Disk")
            try await samplesFromAManifest(bus, center)
            let bad = bus.folder + "/bad.widget"
            let other = try #require(fopen(bad, "w"))
            fputs("[Widget]\nUpdateInterval=soon\n", other)
            fclose(other)
            expect(
                try await todayctl("register", "a.b", "--manifest", bad, on: bus), 1, "",
                "todayctl: \(bad): line 2, UpdateInterval: \"soon\" is not a time such as 90 (seconds), 15min, 2h or 1d\n"
            )
            expect(
                try await todayctl("register", "--manifest", bad, on: bus), 1, "",
                "todayctl: \(bad): \"bad\" is not a valid widget identifier: it has fewer than two elements\n")
        }
    }

    /// The path of a sample starts from the folder of the manifest.
    private func samplesFromAManifest(_ bus: PrivateBus, _ center: PlayedCenter) async throws {
        func write(_ text: String, to name: String) throws -> String {
            let file = try #require(fopen("\(bus.folder)/\(name)", "w"))
            fputs(text, file)
            fclose(file)
            return "\(bus.folder)/\(name)"
        }
        mkdir(bus.folder + "/samples", 0o700)
        let manifest = try write("[Widget]\nName=Disk\nSample=samples/disk.json\n", to: "org.example.Sampled.widget")
        let sample = bus.folder + "/samples/disk.json"
        let refusal = "todayctl: \(manifest): line 3, Sample:"
        expect(
            try await todayctl("register", "--manifest", manifest, on: bus), 1, "",
            "\(refusal) cannot read \(sample): No such file or directory\n")
        _ = try write(#"{"kind":"rin"}"#, to: "samples/disk.json")
        expect(try await todayctl("register", "--manifest", manifest, on: bus), 0, "", "")
        #expect(await center.definitions["org.example.Sampled"]?["Sample"] == Content(kind: "rin").dbusValue)
        _ = try write(#"{"kind":1}"#, to: "samples/disk.json")
        let refused = try await todayctl("register", "--manifest", manifest, on: bus)
        #expect(refused.status == 1 && refused.errors.hasPrefix("\(refusal) \(sample): kind"), "\(refused.errors)")
    }

    @Test func aTransientWidgetIsThereAsLongAsItsCommand() async throws {
        try await withCenter { bus, center in
            let run = try await CommandRun.start(["register", "a.b", "--transient"], bus.environment)
            let host = TodayViewHost(try await bus.connect())
            try await host.start()
            for await view in await host.views() where view["a.b"] != nil { break }
            #expect(await center.definitions["a.b"] == ["Transient": true])
            run.signal(SIGINT)
            expect(try await run.result(), 0, "", "")

            let second = try await CommandRun.start(["register", "a.c", "--transient"], bus.environment)
            for await view in await host.views() where view["a.c"] != nil { break }
            await center.stop()
            expect(try await second.result(), 69, "", "todayctl: the center stopped, so the widget is gone\n")
        }
    }
}
