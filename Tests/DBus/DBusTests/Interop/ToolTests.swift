import DBus
import DBusTesting
import TodayPlatform
import Testing

/// The tools of GLib and systemd as clients.
struct ToolTests {
    private func gdbus(_ setup: EchoBus, _ method: String, _ arguments: String...) async throws -> String {
        let run = try await ToolRun.start(
            [
                "gdbus", "call", "--session", "--dest", Echo.busName.rawValue, "--object-path", Echo.path.rawValue,
                "--method", Echo.name.rawValue + "." + method, "--",
            ] + arguments, environment: setup.bus.environment
        ).finished()
        #expect(run.exit == .status(0), "\(run)")
        return run.output
    }

    private func busctl(_ setup: EchoBus, _ arguments: String...) async throws -> String {
        let run = try await ToolRun.start(
            ["busctl", "--user", "--address=\(setup.bus.address)", "--"] + arguments, environment: setup.bus.environment
        ).finished()
        #expect(run.exit == .status(0), "\(run)")
        return run.output
    }

    @Test func gdbusSendsAndReceivesEveryType() async throws {
        let setup = try await EchoBus.start()
        let basic = try await gdbus(
            setup, "Basic", "255", "true", "-32768", "65535", "-2147483648", "4294967295", "-9223372036854775808",
            "18446744073709551615", "-0.5", "grüße", "/a/b", "a{sv}")
        #expect(
            basic == "(byte 0xff, true, int16 -32768, uint16 65535, -2147483648, uint32 4294967295, "
                + "int64 -9223372036854775808, uint64 18446744073709551615, -0.5, 'grüße', objectpath '/a/b', "
                + "signature 'a{sv}')\n")
        #expect(
            try await gdbus(
                setup, "Containers", "[0x01, 0xff]", "['a', '']", "[[1, 2], []]", "[0.5]", "(1.5, ('x', true))",
                "{'k': <[int64 5]>}", "{7: ['s']}", "<(1, 'v')>")
                == "([byte 0x01, 0xff], ['a', ''], [[1, 2], []], [0.5], (1.5, ('x', true)), "
                + "{'k': <[int64 5]>}, {uint32 7: ['s']}, <(1, 'v')>)\n")
    }

    @Test func busctlSendsAndReceivesEveryType() async throws {
        let setup = try await EchoBus.start()
        let target = [Echo.busName.rawValue, Echo.path.rawValue, Echo.name.rawValue]
        #expect(
            try await busctl(
                setup, "call", target[0], target[1], target[2], "Basic", "ybnqiuxtdsog", "255", "true", "-32768",
                "65535", "-2147483648", "4294967295", "-9223372036854775808", "18446744073709551615", "-0.5", "grüße",
                "/a/b", "a{sv}")
                == "ybnqiuxtdsog 255 true -32768 65535 -2147483648 4294967295 -9223372036854775808 "
                + "18446744073709551615 -0.5 \"gr\\303\\274\\303\\237e\" \"/a/b\" \"a{sv}\"\n")
        #expect(
            try await busctl(
                setup, "call", target[0], target[1], target[2], "Containers", "ayasaaiad(d(sb))a{sv}a{uas}v", "2", "1",
                "255", "1", "a", "2", "2", "1", "2", "0", "1", "0.5", "1.5", "x", "true", "1", "k", "x", "5", "1", "7",
                "1", "s", "(is)", "1", "v")
                == "ayasaaiad(d(sb))a{sv}a{uas}v 2 1 255 1 \"a\" 2 2 1 2 0 1 0.5 1.5 \"x\" true 1 \"k\" x 5 1 7 1 "
                + "\"s\" (is) 1 \"v\"\n")
    }

    @Test func errorsAreShown() async throws {
        let setup = try await EchoBus.start()
        let run = try await setup.bus.run(
            "gdbus", "call", "--session", "--dest", Echo.busName.rawValue, "--object-path", Echo.path.rawValue,
            "--method", Echo.name.rawValue + ".Fail", "org.example.Error.Own", "a sentence")
        #expect(run.exit != .status(0))
        #expect(run.error.contains("org.example.Error.Own: a sentence"), "\(run)")
    }

    @Test func introspectionIsUnderstood() async throws {
        let setup = try await EchoBus.start()
        try await setup.service.export(Lamp.interface, of: Lamp(loop: setup.service.loop), at: "/lamps/desk")
        await setup.service.exportObjectManager(at: "/lamps")
        let xml = try await setup.bus.run(
            "gdbus", "introspect", "--session", "--dest", Echo.busName.rawValue, "--object-path", "/lamps/desk",
            "--xml")
        #expect(xml.exit == .status(0), "\(xml)")
        #expect(xml.output.contains(#"<signal name="Burnt">"#))
        let shown = try await setup.bus.run(
            "gdbus", "introspect", "--session", "--dest", Echo.busName.rawValue, "--object-path", "/", "--recurse")
        #expect(shown.exit == .status(0), "\(shown)")
        for line in [
            "Basic(in  y arg0,", "readwrite i Brightness = 1;", "readwrite v Extra = <7>;",
            "readonly o Place = '/lamps/desk';", "Burnt(u hours,", "GetManagedObjects(out a{oa{sa{sv}}} objects);",
        ] { #expect(shown.output.contains(line), "\(line) in \(shown)") }
        let table = try await busctl(setup, "introspect", Echo.busName.rawValue, "/lamps/desk")
        let rows = Set(table.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
        for row in [
            "org.example.Lamp interface - - -", ".Toggle method b - -", ".Burnt signal ua{sv} - -",
            ".Brightness property i 1 emits-change writable", ".Label property s \"desk\" writable",
            ".Serial property s \"no. 1\" const", ".Power property d 0.5 emits-invalidation",
        ] { #expect(rows.contains(row), "\(row) in \(table)") }
        let tree = try await busctl(setup, "tree", Echo.busName.rawValue)
        #expect(tree.contains("/lamps/desk\n"), "\(tree)")
    }

    @Test func propertiesAreSetFromOutside() async throws {
        let setup = try await EchoBus.start()
        let lamp = Lamp(loop: setup.service.loop)
        try await setup.service.export(Lamp.interface, of: lamp, at: "/lamp")
        _ = try await busctl(
            setup, "set-property", Echo.busName.rawValue, "/lamp", Lamp.name.rawValue, "Brightness", "i", "6")
        #expect(
            try await busctl(setup, "get-property", Echo.busName.rawValue, "/lamp", Lamp.name.rawValue, "Brightness")
                == "i 6\n")
        #expect(await lamp.brightness == 6)
    }
}
