import DBus
import DBusTesting
import CenterTesting
import Foundation
import PlayedCenter
import Testing
import TodayModel
import TodayPlatform

@testable import TodayCommands

/// Commands that ask, print and end.
@Suite struct CommandTests {
    @Test func lists() async throws {
        try await withCenter { bus, _ in
            #expect(
                try await todayctl("list", on: bus).output == """
                    IDENTIFIER             NAME        SHOWN  CONTENT  STATE      UPDATED
                    org.example.UsedSpace  Used Space  yes    yes      idle       -
                    org.example.List       Shopping    empty  no       suspended  never

                    """)
            let json = try await todayctl("list", "--json", on: bus)
            #expect(json.status == 0)
            try expectSnapshot("list-json", json.output)
        }
        try await withCenter([]) { bus, _ in
            expect(try await todayctl("list", on: bus), 0, "", "todayctl: no widgets yet\n")
            #expect(try await todayctl("list", "--json", on: bus).output == "[]\n")
        }
    }

    /// Whether it is shown, has content and works; on a terminal of the usual width each stands on its line.
    @Test func aListAnswersWhatAPersonAsks() {
        let now = Timestamp(microseconds: 3_600_000_000)
        func widget(_ name: String, _ change: (inout WidgetProperties) -> Void) -> WidgetProperties {
            var widget = WidgetProperties(identifier: WidgetIdentifier(rawValue: "org.example.\(name).Widget")!)
            widget.name = name
            widget.arranged = true
            change(&widget)
            return widget
        }
        let widgets = [
            widget("SimpleTimer") {
                $0.content = text("a")
                $0.updatedAt = Timestamp(microseconds: 60_000_000)
                $0.state = .updating
            },
            widget("New") { _ in },
            widget("Emptied") { $0.updatedAt = now },
            widget("Failing") { $0.lastResult = .failed },
            widget("Hidden") { $0.hasContent = false },
            widget("Other") {
                $0.arranged = false
                $0.content = text("a")
            },
        ]
        #expect(
            List.table(widgets, now: now, style: Style(usesColor: false), width: 80) == """
                IDENTIFIER                      NAME        SHOWN  CONTENT  STATE     UPDATED
                org.example.SimpleTimer.Widget  SimpleTim…  yes    yes      updating  59 min ago
                org.example.New.Widget          New         yes    not yet  idle      never
                org.example.Emptied.Widget      Emptied     yes    no       idle      just now
                org.example.Failing.Widget      Failing     yes    not yet  failed    never
                org.example.Hidden.Widget       Hidden      empty  no       idle      never
                org.example.Other.Widget        Other       no     yes      idle      -
                """)
    }

    @Test func shows() async throws {
        try await withCenter { bus, _ in
            expect(
                try await todayctl("show", "org.example.UsedSpace", on: bus), 0,
                "Used Space\n  50 %\n", "")
            let json = try await todayctl("show", "--json", "org.example.UsedSpace", on: bus)
            #expect(try Content.parse(json: json.output) == text("50 %"))
            try expectSnapshot(
                "show-properties", try await todayctl("show", "--properties", usedSpace.rawValue, on: bus).output)
            try expectSnapshot(
                "show-properties-json",
                try await todayctl("show", "--properties", "--json", usedSpace.rawValue, on: bus).output)
        }
    }

    @Test func updates() async throws {
        try await withCenter { bus, center in
            expect(try await todayctl("update", usedSpace.rawValue, on: bus), 0, "no-data\n", "")
            await center.onUpdate(of: usedSpace) { widget in
                widget.content = text("51 %")
                return .newData
            }
            expect(try await todayctl("update", usedSpace.rawValue, on: bus), 0, "new-data\n", "")
            await center.onUpdate(of: usedSpace) { widget in
                widget.error = "cannot read\n/home"
                return .failed
            }
            expect(
                try await todayctl("update", usedSpace.rawValue, on: bus), 1, "failed\n",
                "todayctl: cannot read: /home\n")
        }
    }

    @Test func pushes() async throws {
        try await withCenter { bus, center in
            let pushed = try await todayctl("push", usedSpace.rawValue, #"{"kind":"text","text":"a"}"#, on: bus)
            #expect(pushed == .init(status: 0, output: "4\n", errors: ""))
            let again = try await todayctl("push", usedSpace.rawValue, "-", on: bus, input: #"{"kind":"divider"}"#)
            #expect(again == .init(status: 0, output: "5\n", errors: ""))
            let client = CenterClient(center.connection)
            #expect(try await client.properties(of: usedSpace).content == Content(kind: "divider"))
            let bad = try await todayctl("push", usedSpace.rawValue, #"{"kind":"progress","value":2}"#, on: bus)
            #expect(bad == .init(status: 1, output: "", errors: "todayctl: Content.value: 2 is outside 0…1\n"))
        }
    }

    @Test func arranges() async throws {
        try await withCenter { bus, center in
            let client = CenterClient(center.connection)
            #expect(try await todayctl("arrange", on: bus).output == "org.example.UsedSpace\norg.example.List\n")
            #expect(try await todayctl("arrange", list.rawValue, usedSpace.rawValue, on: bus).status == 0)
            #expect(
                try await client.properties()["Arrangement"] == .strings([list.rawValue, usedSpace.rawValue]))
            #expect(try await todayctl("set-has-content", list.rawValue, "true", on: bus).status == 0)
            #expect(try await client.properties(of: list).hasContent)
            #expect(try await todayctl("arrange", "--none", on: bus).status == 0)
            expect(try await todayctl("arrange", on: bus), 0, "", "")
        }
    }

    @Test func opens() async throws {
        try await withCenter { bus, center in
            expect(try await todayctl("open", usedSpace.rawValue, "https://example.org/", on: bus), 0, "", "")
            expect(
                try await todayctl("open", usedSpace.rawValue, "x-a:b", "--activation-token", "token", on: bus), 1, "",
                "todayctl: no app opened x-a:b\n")
            expect(
                try await todayctl("open", usedSpace.rawValue, "data:,a", on: bus), 1, "",
                "todayctl: url: \"data:,a\" is not a URL to open: data: is not allowed\n")
            #expect(await center.opened == ["https://example.org/", "x-a:b \"token\""])
        }
    }

    @Test(.enabled(if: Environment.locate("gio") != nil, "gio is not installed (Debian package: libglib2.0-bin)"))
    func opensTheAppOfAWidget() async throws {
        try await withCenter { bus, center in
            for (identifier, app) in [("org.example.A", "org.example.App"), ("org.example.B", "org.example.Missing")] {
                var widget = WidgetProperties(identifier: try WidgetIdentifier(identifier))
                widget.containingApp = app
                await center.add(widget)
            }
            let data = bus.folder + "/data"
            let started = bus.folder + "/started"
            try FileManager.default.createDirectory(
                atPath: data + "/applications", withIntermediateDirectories: true)
            try Data("[Desktop Entry]\nType=Application\nName=App\nExec=touch \(started)\n".utf8)
                .write(to: URL(filePath: data + "/applications/org.example.App.desktop"))
            let environment = bus.environment.merging(["XDG_DATA_HOME": data]) { $1 }
            func open(_ identifier: String) async throws -> CommandRun.Result {
                try await CommandRun.start(["open", identifier], environment, input: "").result()
            }
            expect(try await open("org.example.A"), 0, "", "")
            let isStarted: Bool? = await poll(within: .seconds(20), every: .milliseconds(50)) {
                FileManager.default.fileExists(atPath: started) ? true : nil
            }
            #expect(isStarted == true)
            expect(
                try await open("org.example.B"), 1, "", "todayctl: the app org.example.Missing isn't installed\n")
        }
    }

    @Test func identifiersAreCompleted() async throws {
        try await withCenter { bus, _ in
            func complete(_ word: String) async throws -> String {
                try await todayctl(
                    "---completion", "show", "--", "positional@0", "2", "\(word.utf8.count)", "todayctl", "show", word,
                    on: bus
                ).output
            }
            let all = try await complete("")
            #expect(all == "org.example.List\norg.example.UsedSpace\n")
            let some = try await complete("org.example.U")
            #expect(some == "org.example.UsedSpace\n")
        }
        try await withBus { bus in
            let nothing = try await todayctl(
                "---completion", "show", "--", "positional@0", "2", "0", "todayctl", "show", "", on: bus)
            #expect(nothing.status == 0 && nothing.errors.isEmpty)
        }
    }
}
