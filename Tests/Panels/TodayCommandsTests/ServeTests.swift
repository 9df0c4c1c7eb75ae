import ArgumentParser
import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayCommands

/// `todayctl serve` with the real `todayd` and the real bash.
@Suite struct ServeTests {
    private static let note: WidgetIdentifier = "org.example.Note"

    /// A center, a client of it, and a folder for scripts.
    private struct Place {
        let bus: PrivateBus
        let center: CenterClient
        let signals: SignalRecorder

        func serve(_ arguments: String..., more: [String: String] = [:]) async throws -> CommandRun {
            let run = try await CommandRun.start(["serve"] + arguments, bus.environment.merging(more) { $1 })
            return run
        }

        /// Writes a script for bash. Returns its path.
        func script(_ text: String) throws -> String {
            let path = "\(bus.folder)/script"
            let file = try #require(fopen(path, "w"))
            fputs("#!/bin/bash\n" + text + "\n", file)
            fclose(file)
            chmod(path, 0o700)
            return path
        }

        /// Waits until a widget is so.
        @discardableResult
        func widget(
            _ identifier: WidgetIdentifier = note, where condition: (WidgetProperties) -> Bool
        ) async throws -> WidgetProperties {
            while true {
                let count = signals.signals.count
                if let widget = try? await center.properties(of: identifier), condition(widget) { return widget }
                try await signals.wait(for: count + 1)
            }
        }

        func shows(_ text: String, _ identifier: WidgetIdentifier = note) async throws {
            try await widget(identifier) { $0.content == Content(kind: .text, [.text: .string(text)]) }
        }
    }

    private func withPlace(_ body: (Place) async throws -> Void) async throws {
        try await withBus { bus in
            let program = (Installation.current.programs ?? "") + "/todayd"
            try await bus.addService(TodayBus.name, exec: program)
            try await bus.addService(TodayBus.appsName, exec: program)
            let center = CenterClient(try await bus.connect())
            let signals = try await SignalRecorder(center.connection, MatchRule(sender: TodayBus.name))
            try await body(Place(bus: bus, center: center, signals: signals))
        }
    }

    private func end(_ run: CommandRun, by signal: Int32 = SIGTERM) async throws {
        run.signal(signal)
        let result = try await run.result()
        #expect(result.status == 0, "\(result)")
    }

    @Test func whatItPrintsIsTheContent() async throws {
        try await withPlace { place in
            let script = try place.script("cat \"$HOME/output\"; exit \"$(cat \"$HOME/status\")\"")
            let home = try #require(place.bus.environment["HOME"])
            func prints(_ text: String, _ status: Int = 0) throws {
                for (name, text) in [("output", text), ("status", "\(status)")] {
                    let file = try #require(fopen("\(home)/\(name)", "w"))
                    fputs(text, file)
                    fclose(file)
                }
            }
            try prints("one\ntwo\n")
            let run = try await place.serve(Self.note.rawValue, "--name", "Note", "--on-update", script)
            try await place.shows("one\ntwo")
            #expect(try await place.center.properties(of: Self.note).name == "Note")
            try prints(#"{"kind": "progress", "value": 0.5}"#)
            #expect(try await place.center.performUpdate(Self.note) == .newData)
            let half = Content(kind: .progress, [.value: .double(0.5)])
            #expect(try await place.center.properties(of: Self.note).content == half)
            try prints("\n")
            #expect(try await place.center.performUpdate(Self.note) == .noData)
            try prints(
                #"{"Content": {"kind": "divider"}, "NextUpdate": 4000000000000000, "LargestDisplayMode": "expanded"}"#)
            #expect(try await place.center.performUpdate(Self.note) == .newData)
            let changed = try await place.center.properties(of: Self.note)
            #expect(changed.content.kind == "divider" && changed.largestDisplayMode == .expanded)
            #expect(changed.nextUpdate.microseconds == 4_000_000_000_000_000)

            for (output, status, error) in [
                ("{\"kind\":", 0, "the output of the command begins with { but isn't JSON: "),
                (#"{"kind":"progress","value":2}"#, 0, "Content.value: 2 is outside 0…1"),
                (#"{"Error":"it rains"}"#, 0, "it rains"), ("text", 3, "the command failed with status 3"),
            ] {
                try prints(output, status)
                #expect(try await place.center.performUpdate(Self.note) == .failed, "\(output)")
                let failed = try await place.center.properties(of: Self.note)
                #expect(failed.error.contains(error) && failed.content.kind == "divider", "\(failed.error)")
            }
            try await end(run)
            try await place.widget { $0.state == .unavailable }
        }
    }

    /// Values that the user sets. Panels of version 2 show the fallbacks, and report no values.
    @Test func valuesReachTheCommand() async throws {
        try await withPlace { place in
            let script = try place.script(
                """
                [ "$TODAYCENTER_REASON" = action ] && echo "$TODAYCENTER_ACTION $TODAYCENTER_PARAMETER" >>"$HOME/taps"
                case $TODAYCENTER_ACTION in
                    milk) milk=$TODAYCENTER_PARAMETER ;;
                    volume) volume=$TODAYCENTER_PARAMETER ;;
                esac
                echo '{"kind": "column", "children": [
                    {"kind": "checkbox", "label": "Milk", "value": '${milk:-true}', "action": "milk"},
                    {"kind": "slider", "label": "Volume", "value": '${volume:-0}', "maximum": 10, "action": "volume"}]}'
                """)
            let run = try await place.serve(
                Self.note.rawValue, "--name", "Note", "--on-update", script, "--on-action", script)
            let shown = try await place.widget { $0.content.kind == "column" }.content
            #expect(shown.children.map { $0[.fallback] }.first == "[x] Milk")
            try await place.center.invokeAction("milk", of: Self.note)
            try await place.center.invokeAction("volume", of: Self.note)
            try await place.center.invokeAction("volume", of: Self.note, parameter: .double(4))
            let home = try #require(place.bus.environment["HOME"])
            #expect(try TextFile.read(home + "/taps", maximumBytes: 100) == "milk false\nvolume 4\n")
            try await end(run)
        }
    }

    /// The center would not have it updated by itself.
    @Test func contentComesWithoutWaitingForTheCenter() async throws {
        try await withPlace { place in
            let run = try await place.serve(
                Self.note.rawValue, "--arranged", "false", "--on-update", "echo $TODAYCENTER_REASON")
            try await place.shows("start")
            #expect(try await place.center.performUpdate(Self.note) == .newData)
            try await place.shows("requested")
            try await end(run)
        }
    }

    @Test func whatIsInstalledIsLeftToItsProgram() async throws {
        try await withPlace { place in
            let folder = place.bus.folder + "/data/todaycenter/widgets"
            UserFolders.make(folder)
            let file = try #require(fopen("\(folder)/\(Self.note).widget", "w"))
            fputs("[Widget]\nName=Note\nExec=/bin/false\n", file)
            fclose(file)
            try await place.widget { $0.source == .manifest }
            let refused = try await place.serve(Self.note.rawValue, "--on-update", "echo a").result()
            let reason =
                "todayctl: \(Self.note) is installed with its own program; to replace that program, use --replace\n"
            #expect(refused == .init(status: 1, output: "", errors: reason))
            let run = try await place.serve(Self.note.rawValue, "--replace", "--on-update", "echo a")
            try await place.shows("a")
            try await end(run)
        }
    }

    @Test func whatItKnowsIsInItsEnvironment() async throws {
        try await withPlace { place in
            let script = try place.script(
                #"echo "$TODAYCENTER_REASON $TODAYCENTER_WIDGET $TODAYCENTER_DISPLAY_MODE $TODAYCENTER_EXPANDED_SIZE ""#
                    + #""$TODAYCENTER_ACTION $TODAYCENTER_PARAMETER $TODAYCENTER_SETTING_City $TODAYCENTER_SETTING_a_b""#
            )
            let manifest = "\(place.bus.folder)/\(Self.note).widget"
            let file = try #require(fopen(manifest, "w"))
            fputs(
                """
                [Widget]
                Name=Note
                LargestDisplayMode=expanded
                Exec=nothing
                Instances=true
                [Setting City]
                Default=Athens
                [Setting a-b]
                Type=integer

                """, file)
            fclose(file)
            let run = try await place.serve(
                "--manifest", manifest, "--on-update", script, "--on-action", script, "--on-mode", script,
                "--on-settings", "echo now; \(script)")
            let size = "320 640"
            try await place.shows("start \(Self.note) compact \(size)   Athens 0")
            _ = try await place.center.performUpdate(Self.note)
            try await place.shows("requested \(Self.note) compact \(size)   Athens 0")
            try await place.center.invokeAction("a b;c", of: Self.note, parameter: .string("$(x) \"y\""))
            try await place.shows(#"action \#(Self.note) compact \#(size) a b;c "$(x) \"y\"" Athens 0"#)
            try await place.center.setDisplayMode(.expanded, for: Self.note)
            try await place.shows("mode \(Self.note) expanded \(size)   Athens 0")
            try await place.center.setSettings(["City": "$HOME `x`", "a-b": .int64(7)], of: Self.note)
            try await place.shows("now\nsettings \(Self.note) expanded \(size)   $HOME `x` 7")
            let second = try await place.center.addInstance(of: Self.note, settings: ["City": "Bonn"])
            try await place.shows("start \(second) compact \(size)   Bonn 0", second)
            try await place.center.removeInstance(second)
            try await end(run, by: SIGINT)
        }
    }

    @Test func nobodyAnswersTaps() async throws {
        try await withPlace { place in
            let run = try await place.serve(
                Self.note.rawValue, "--on-update", "echo a", "--on-appear", "echo seen >&2", "--on-disappear",
                "echo unseen >&2")
            try await place.shows("a")
            let refusal = await #expect(throws: CenterError.self) {
                try await place.center.invokeAction("x", of: Self.note)
            }
            #expect(refusal?.message.contains("--on-action") == true)
            try await place.center.beginViewing()
            try await run.errors.text { $0 == "seen\n" }
            try await place.center.endViewing()
            try await run.errors.text { $0 == "seen\nunseen\n" }
            try await end(run)
        }
    }

    /// An update that started before a tap has read the state before the tap.
    @Test func anUpdateDoesNotReplaceTheContentOfALaterTap() async throws {
        try await withPlace { place in
            let script = try place.script(
                """
                echo $TODAYCENTER_REASON
                if [ $TODAYCENTER_REASON = requested ] && [ -p "$HOME/gate" ]; then >"$HOME/begun"; read <"$HOME/gate"; fi
                """)
            let home = try #require(place.bus.environment["HOME"])
            let gate = home + "/gate"
            let run = try await place.serve(
                Self.note.rawValue, "--on-update", "'\(script)'", "--on-action", "'\(script)'")
            try await place.shows("start")
            mkfifo(gate, 0o600)
            async let update = place.center.performUpdate(Self.note)
            let hasBegun: Bool? = await poll(within: .seconds(60), every: .milliseconds(20)) {
                access(home + "/begun", F_OK) == 0 ? true : nil
            }
            #expect(hasBegun == true)
            try await place.center.invokeAction("x", of: Self.note)
            try await place.shows("action")
            _ = try await place.bus.run("sh", "-c", "echo > '\(gate)'; rm '\(gate)'")
            #expect(try await update == .noData)
            try await place.shows("action")
            #expect(try await place.center.performUpdate(Self.note) == .newData)
            try await place.shows("requested")
            try await end(run)
        }
    }

    /// With all that it has started, also outside of its process group.
    @Test func aCommandThatHangsIsEnded() async throws {
        try await withPlace { place in
            let script = try place.script(
                """
                [ -e "$HOME/pids" ] && echo again && exit
                (trap '' TERM; while :; do sleep 1000; done) &
                setsid sleep 1000 &
                echo $$ $(jobs -p) >"$HOME/pids"
                wait
                """)
            // It has to start and to write its process ids before it is ended.
            let run = try await place.serve(Self.note.rawValue, "--timeout", "5s", "--on-update", script)
            let failed = try await place.widget { $0.lastResult == .failed }
            #expect(failed.error == "the command took longer than 5 s, so it was ended")
            let home = try #require(place.bus.environment["HOME"])
            let pids = try InputText.file(home + "/pids").split { $0.isWhitespace }.compactMap { Int32($0) }
            #expect(pids.count == 3)
            for process in pids { try await DBusTesting.end(of: process) }
            // The next one runs.
            #expect(try await place.center.performUpdate(Self.note) == .newData)
            try await place.shows("again")
            try await end(run)
        }
    }

    @Test func whatRunsEndsWithIt() async throws {
        try await withPlace { place in
            let script = try place.script("echo $$ >\"$HOME/pid\"; echo begun >&2; sleep 1000")
            let run = try await place.serve(Self.note.rawValue, "--on-update", script, "--on-appear", script)
            try await place.center.beginViewing()
            let home = try #require(place.bus.environment["HOME"])
            let process = try #require(
                await poll(within: .seconds(60), every: .milliseconds(20)) {
                    (try? InputText.file(home + "/pid")).flatMap { Int32($0.dropLast()) }
                })
            try await end(run)
            try await DBusTesting.end(of: process)
        }
    }

    @Test func aCenterThatIsStartedAnew() async throws {
        try await withPlace { place in
            let run = try await place.serve(Self.note.rawValue, "--transient", "--on-update", "echo $$")
            let first = try await place.widget { !$0.content.isEmpty }.content
            // The bus starts another one when it is called.
            let process: UInt32 = try await place.center.connection.call(
                .bus, path: .bus, interface: .bus, "GetConnectionUnixProcessID", TodayBus.name.rawValue)
            kill(Int32(process), SIGKILL)
            let owners = try await place.center.connection.owners(of: TodayBus.name)
            try await withDeadline { for await owner in owners where owner == nil { return } }
            _ = try await place.center.properties()
            try await place.widget { !$0.content.isEmpty && $0.content != first }
            try await end(run)
            // It was transient.
            try await place.signals.wait { $0.member == "InterfacesRemoved" }
        }
    }

    @Test func whoCannotProvideEnds() async throws {
        try await withPlace { place in
            let run = try await place.serve(Self.note.rawValue, "--on-update", "echo a")
            try await place.shows("a")
            let second = try await place.serve(Self.note.rawValue, "--on-update", "echo b").result()
            let reason = "todayctl: another program already provides \(Self.note)\n"
            #expect(second == .init(status: 1, output: "", errors: reason))
            // As EndRequest asks it to.
            try await place.center.connection.call(
                BusName(Self.note.rawValue), path: "/org/example/Note", interface: TodayBus.provider, "EndRequest")
            #expect(try await run.result().status == 0)
            let refused = try await place.serve(
                Self.note.rawValue, "--on-update", "echo", "--app", "a/b"
            ).result()
            #expect(refused.status == 64)
            let noBus = try await place.serve(
                Self.note.rawValue, "--on-update", "echo", more: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
            ).result()
            #expect(noBus.status == 69)
        }
    }

    @Test(arguments: [
        (["serve", "a.b"], "on-update"), (["serve", "a.b#2", "--on-update", "x"], "a.b#2"),
        (["serve", "a.b", "--on-update", "x", "--timeout", "18s"], "outside 1s…17s"),
        (["serve", "a.b", "--on-update", "x", "--timeout", "0"], "outside 1s…17s"),
        (["serve", "--on-update", "x"], "identifier"),
    ])
    func wrongCommandLines(_ arguments: [String], _ reason: String) {
        #expect {
            _ = try TodayControl.parseAsRoot(arguments)
        } throws: { error in
            TodayControl.exitCode(for: error).rawValue == 64 && TodayControl.message(for: error).contains(reason)
        }
    }
}
