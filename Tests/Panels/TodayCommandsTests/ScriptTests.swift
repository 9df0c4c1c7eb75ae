import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing

@testable import TodayCommands

/// `todayctl script`, which needs no bus.
@Suite struct ScriptTests {
    @Test func aScriptIsLinkedListedAndRemoved() async throws {
        try await withHome { home in
            let source = try home.script("elsewhere/cpu.10s.sh", "echo 'CPU: 7%'")
            expect(
                try await home.run("add", source), 0,
                "cpu.10s.sh: org.todaycenter.Scripts.cpu, every 10s, only while a panel is visible\n", "")
            #expect(home.link("cpu.10s.sh") == source)
            expect(
                try await home.run("list"), 0,
                """
                NAME  IDENTIFIER                   FORMAT  RUNS
                cpu   org.todaycenter.Scripts.cpu  output  every 10s, only while a panel is visible

                """, "")
            // A script with the same name is refused, and so is the same script again.
            let other = try home.script("elsewhere/cpu.1m.py", "#!/usr/bin/python3")
            expect(
                try await home.run("add", other), 1, "",
                "todayctl: cpu.1m.py: the script cpu already exists: \(home.scripts)/cpu.10s.sh\n")
            expect(try await home.run("remove", "cpu"), 0, "", "")
            #expect(home.link("cpu.10s.sh") == nil && access(source, F_OK) == 0)
            expect(
                try await home.run("remove", "cpu"), 1, "",
                "todayctl: script not found: cpu ('todayctl script list' lists all)\n")
            expect(
                try await home.run("list"), 0, "",
                "todayctl: no scripts yet; 'todayctl script add' adds one\n")
        }
    }

    /// The user learns why a file in the folder isn't shown.
    @Test func whatIsNoScriptByItsNameIsTold() async throws {
        try await withHome { home in
            let source = try home.script("elsewhere/cpu.10s.sh", "echo 'CPU: 7%'")
            #expect(try await home.run("add", source).status == 0)
            for name in ["notes.1h.txt", ".hidden", "cpu.10s.sh.vars.json", "old~", "slow.sh.off"] {
                _ = try home.script("\(home.scripts.dropFirst(home.path.count + 1))/\(name)", "{}")
            }
            let list = try await home.run("list")
            #expect(list.status == 0 && list.output.split(separator: "\n").count == 2)
            #expect(
                list.errors == """
                    todayctl: notes.1h.txt is ignored: files ending in .txt aren't scripts
                    todayctl: slow.sh.off is ignored: files ending in .off aren't scripts

                    """)
            expect(
                try await home.run("check", "\(home.scripts)/notes.1h.txt"), 1, "",
                "todayctl: \(home.scripts)/notes.1h.txt: files ending in .txt aren't scripts; rename it\n"
            )
        }
    }

    @Test func theBusStartsWhatShowsThem() async throws {
        let bus = try await PrivateBus.start()
        let marker = bus.folder + "/started"
        try await bus.addService("org.todaycenter.Scripts", exec: "/usr/bin/touch \(marker)")
        try await withHome { home in
            let refused = try home.script("open.sh", "echo a", mode: 0o777)
            #expect(try await home.run("add", refused, on: bus).status == 1)
            #expect(access(marker, F_OK) != 0)
            let script = try home.script("elsewhere/cpu.10s.sh", "echo 'CPU: 7%'")
            expect(
                try await home.run("add", script, on: bus), 0,
                "cpu.10s.sh: org.todaycenter.Scripts.cpu, every 10s, only while a panel is visible\n", "")
            #expect(access(marker, F_OK) == 0)
        }
    }

    @Test func whatWouldNotBeRunIsRefused() async throws {
        try await withHome { home in
            let open = try home.script("open.sh", "echo a", mode: 0o777)
            expect(
                try await home.run("add", open), 1, "",
                "todayctl: \(open): not run: every user can change \(open) (chmod o-w)\n")
            let strange = try home.script("strange.sh", "#!/opt/no-such-language")
            expect(
                try await home.run("add", strange), 1, "",
                "todayctl: \(strange): needs no-such-language, which is not installed\n")
            let text = try home.script("read.me.txt", "a")
            let refused = try await home.run("add", text)
            #expect(refused.status == 1 && refused.errors.contains("aren't scripts; rename it"))
            expect(
                try await home.run("add", "\(home.path)/none.sh"), 1, "",
                "todayctl: cannot open \(home.path)/none.sh: No such file or directory\n")
            #expect(try await home.run("add").status == 64)
            #expect(try await home.run("list").output == "")
        }
    }

    @Test func aCopyIsDeletedOnlyWhenThatIsSaid() async throws {
        try await withHome { home in
            let source = try home.script("elsewhere/date.sh", "#!/bin/sh\necho a", mode: 0o775)
            #expect(try await home.run("add", "--copy", source).status == 0)
            let copy = home.scripts + "/date.sh"
            #expect(home.link("date.sh") == nil && access(copy, X_OK) == 0)
            let kept = try await home.run("remove", "date")
            expect(kept, 1, "", "todayctl: \(copy) is a file, not a link; to delete it, use --delete\n")
            expect(try await home.run("remove", "--delete", "date"), 0, "", "")
            #expect(access(copy, F_OK) != 0)
        }
    }

    @Test func theCheckTellsWhatIsIgnored() async throws {
        try await withHome { home in
            let script = try home.script(
                "menu.1m.sh",
                """
                #!/bin/sh
                # today.tiemout: 5s
                echo 'Disk: 7%'; echo ---; echo 'Home | colour=red size=9'
                """)
            let text = try await home.run("check", script)
            #expect(text.status == 0 && text.errors.isEmpty)
            for line in [
                "menu.1m.sh", "  start: /bin/sh", "  runs: every 1m, at most 30s", "  format: xbar", "  compact:",
                "    Disk: 7%", "  script, line 2: \"today.tiemout\" is an unknown key, so it is ignored",
                "  output, line 3: \"colour\" is an unknown key, so it is ignored",
            ] {
                #expect(text.output.split(separator: "\n").contains(Substring(line)), "\(line) in \(text.output)")
            }
            let json = try await home.run("check", "--json", script)
            #expect(json.status == 0 && json.output.contains(#""Line": 2,"#))
            #expect(json.output.contains(#""Format": "xbar""#))
            #expect(!json.output.contains(#""Error""#))
        }
    }

    @Test func theCheckFailsWhereTheScriptDoes() async throws {
        try await withHome { home in
            let failing = try home.script("bad.sh", "#!/bin/sh\necho no network >&2; exit 3")
            let failed = try await home.run("check", failing)
            #expect(failed.status == 1 && failed.output.contains("  no network\n"))
            let strange = try home.script("strange.sh", "#!/opt/no-such-language")
            // The other scripts are still checked.
            let both = try await home.run("check", "\(home.path)/none.sh", failing)
            #expect(both.status == 1 && both.output == failed.output)
            #expect(both.errors == "todayctl: cannot open \(home.path)/none.sh: No such file or directory\n")
            let json = try await home.run("check", "--json", strange)
            #expect(json.status == 1)
            #expect(json.output.contains(#""Error": "needs no-such-language, which is not installed""#))
            let open = try home.script("open.sh", "#!/bin/sh\ntouch \(home.path)/was-run", mode: 0o777)
            let refused = try await home.run("check", open)
            #expect(refused.status == 1)
            #expect(refused.output.contains("  not run: every user can change \(open) (chmod o-w)\n"))
            #expect(access(home.path + "/was-run", F_OK) != 0)
        }
    }

    @Test func aRunIsDrawn() async throws {
        try await withHome { home in
            let script = try home.script("disk.sh", "#!/bin/sh\necho 'Disk: 7%'; echo ---; echo Home; echo --Mails")
            let drawn = try await home.run("run", script)
            #expect(drawn.status == 0 && drawn.errors.isEmpty)
            #expect(drawn.output.hasPrefix("disk\n  Disk: 7%\n"))
            let failing = try home.script("bad.sh", "#!/bin/sh\necho no network >&2; exit 3")
            let failed = try await home.run("run", failing)
            #expect(failed.status == 1 && failed.output.contains("  ! no network\n"))
        }
    }

    @Test func aWatchedScriptRunsAgain() async throws {
        try await withHome { home in
            let script = try home.script(
                "count.1s.sh",
                """
                #!/bin/sh
                n=$(($(cat \(home.path)/n 2>/dev/null) + 1))
                echo $n >\(home.path)/n
                echo Run $n
                """)
            let run = try await home.start("run", "--watch", script)
            try await run.output.text { $0.contains("Run 1\n") && $0.contains("Run 2\n") }
            run.signal(SIGINT)
            #expect(try await run.result().status == 0)
        }
    }

    /// Processes that a script has started end with the command.
    @Test(arguments: [[], ["--watch"]])
    func nothingOfAnInterruptedRunIsLeft(_ options: [String]) async throws {
        try await withHome { home in
            let script = try home.script(
                "long.sh", "#!/bin/sh\nexec 9>\(home.path)/alive\nsleep 300 &\necho up >&9\nwait")
            #expect(mkfifo(home.path + "/alive", 0o600) == 0)
            let holder = open(home.path + "/alive", O_RDWR | O_CLOEXEC)
            let alive = TextCollector(open(home.path + "/alive", O_RDONLY | O_CLOEXEC))
            let run = try await home.start(["run"] + options + [script])
            try await alive.text { $0 == "up\n" }
            close(holder)
            run.signal(SIGINT)
            #expect(try await run.result().status == 0)
            // All that could write to it have ended.
            _ = try await alive.whole()
        }
    }

    @Test func variablesAreShownSetAndChecked() async throws {
        try await withHome { home in
            let script = try home.script(
                "weather.sh",
                """
                #!/bin/sh
                # <xbar.var>string(CITY="Bonn"): Where.</xbar.var>
                # <xbar.var>number(DAYS=3): How many.</xbar.var>
                # <xbar.var>select(UNITS=metric): Which. [metric, imperial]</xbar.var>
                echo "$CITY $DAYS $UNITS"
                """)
            #expect(try await home.run("add", script).status == 0)
            expect(try await home.run("vars", "weather", "CITY=Köln a=b", "DAYS=5"), 0, "", "")
            expect(
                try await home.run("vars", "weather"), 0,
                """
                NAME   TYPE    DEFAULT  VALUE     DESCRIPTION
                CITY   string  Bonn     Köln a=b  Where.
                DAYS   number  3        5         How many.
                UNITS  select  metric   -         Which. [metric, imperial]

                """, "")
            #expect(try await home.run("run", "weather").output.contains("Köln a=b 5 metric"))
            // All or nothing.
            expect(
                try await home.run("vars", "weather", "CITY=Ulm", "DAYS=many"), 1, "",
                "todayctl: DAYS: \"many\" is not a number\n")
            expect(
                try await home.run("vars", "weather", "UNITS=old"), 1, "",
                "todayctl: UNITS: \"old\" isn't one of metric, imperial\n")
            expect(
                try await home.run("vars", "weather", "TOWN=a"), 1, "",
                "todayctl: TOWN: the script has only CITY, DAYS, UNITS\n")
            expect(try await home.run("vars", "weather", "--unset", "CITY"), 0, "", "")
            let json = try await home.run("vars", "weather", "--json").output
            #expect(json.contains(#""Value": 5"#) && !json.contains("Köln"))
            #expect(try await home.run("vars", "weather", "=a").status == 64)
            // Variables without effect are named, and kept.
            try home.write(home.scripts + "/weather.sh.vars.json", #"{"DAYS": 4, "PATH": "/tmp", "TOWN": "x"}"#)
            let ignored = [
                "PATH": "only the script itself can set it, because it decides which code runs",
                "TOWN": "the script doesn't declare it",
            ]
            let shown = try await home.run("vars", "weather")
            let checked = try await home.run("check", "weather")
            #expect(shown.status == 0 && checked.status == 0 && checked.output.contains("    Bonn 4 metric\n"))
            for (name, reason) in ignored {
                let text = "\(name) of weather.sh.vars.json is ignored: \(reason)\n"
                #expect(shown.errors.contains("todayctl: " + text) && checked.output.contains("  " + text))
            }
            // A file that other users could have written isn't read.
            chmod(home.scripts + "/weather.sh.vars.json", 0o666)
            let open = "every user can change \(home.scripts)/weather.sh.vars.json (chmod o-w)\n"
            let unread = try await home.run("vars", "weather", "DAYS=1")
            #expect(unread.status == 1 && unread.errors.hasSuffix(": " + open))
            #expect(try await home.run("check", "weather").output.contains("  weather.sh.vars.json: " + open))
            // A file that the user broke by hand isn't overwritten.
            try home.write(home.scripts + "/weather.sh.vars.json", "{")
            let broken = try await home.run("vars", "weather", "DAYS=1")
            #expect(broken.status == 1 && broken.errors.contains("weather.sh.vars.json: "))
        }
    }

    @Test func modulesOfWaybarAreImported() async throws {
        try await withHome { home in
            try home.write(
                home.path + "/.config/waybar/config.jsonc",
                """
                {
                  // The bar.
                  "modules-left": ["custom/up"],
                  "custom/up": {"exec": "echo up", "interval": 5, "rotate": 90, "colour": 1},
                  "custom/none": {"tooltip": false}
                }
                """)
            let told = """
                custom/up: up.5s.sh
                  custom/up: "colour" is an unknown member, so it is ignored
                  custom/up: rotate has no effect here
                custom/none: no exec or format, so it shows nothing

                """
            expect(try await home.run("import", "waybar", "--dry-run"), 0, told, "")
            #expect(access(home.scripts + "/up.5s.sh", F_OK) != 0)
            expect(try await home.run("import", "waybar"), 0, told, "")
            #expect(access(home.scripts + "/up.5s.sh", X_OK) == 0)
            #expect(try await home.run("run", "up").output.contains("up\n"))
            let again = try await home.run("import", "waybar")
            #expect(again.status == 1)
            #expect(
                again.errors
                    == "todayctl: up.5s.sh: the script up already exists: \(home.scripts)/up.5s.sh\n")
            // A new interval replaces the script of the old one.
            try home.write(home.path + "/bar.json", #"{"custom/up": {"exec": "echo down", "interval": 60}}"#)
            expect(
                try await home.run("import", "waybar", "--force", "\(home.path)/bar.json"), 0,
                "custom/up: up.1m.sh\n", "")
            #expect(access(home.scripts + "/up.5s.sh", F_OK) != 0 && access(home.scripts + "/up.1m.sh", X_OK) == 0)
            try home.write(home.path + "/bad.json", "{")
            let bad = try await home.run("import", "waybar", "\(home.path)/bad.json")
            #expect(bad.status == 1 && bad.errors.hasPrefix("todayctl: \(home.path)/bad.json: "))
            #expect(try await home.run("import", "polybar").status == 64)
        }
    }
}
