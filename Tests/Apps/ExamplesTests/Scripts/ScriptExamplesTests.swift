import DBus
import DBusTesting
import Glibc
import NotificationCenter
import TodayPlatform
import Testing
import TodayModel

/// The examples without Swift, on a bus with the real center.
@Suite struct ScriptExamplesTests {
    @Test func theProviderInPython() async throws {
        let bus = try await PrivateBus.start()
        try RunningCenter.install("examples/org.example.LoadAverage.widget", on: bus)
        let center = try await RunningCenter.start(on: bus, [])
        let load: WidgetIdentifier = "org.example.LoadAverage"
        for count in 1...3 {
            #expect(try await center.client.performUpdate(load) == .newData)
            let content = try await center.client.properties(of: load).content
            #expect(content.texts.first?.hasSuffix(" processes are running or want to") == true)
            guard case .array(let values, _)? = content.first("chart")?.attributes["values"] else {
                throw NCWidgetError("there is no chart")
            }
            #expect(values.count == count)
        }
        // It ends when `EndRequest` asks for it, and not by a signal.
        let owners = try await center.client.connection.owners(of: BusName(load.rawValue))
        try await center.client.connection.call(
            BusName(load.rawValue), path: "/org/example/LoadAverage", interface: TodayBus.provider, "EndRequest")
        try await withDeadline { for await owner in owners where owner == nil { return } }
        #expect(try await center.client.performUpdate(load) == .newData)
        try await center.end()
    }

    @Test func theWidgetFromTheShell() async throws {
        let bus = try await PrivateBus.start()
        let center = try await RunningCenter.start(on: bus, [])
        let script = Checkout.root + "/data/examples/uptime.sh"
        let path = ["PATH": "\(Checkout.programs):/usr/bin:/bin"]
        let first = try await bus.run([script], with: path)
        #expect(first.exit == .status(0) && first.output == "1\n" && first.error.isEmpty, "\(first)")
        let uptime = try await center.client.properties(of: "org.example.Uptime")
        #expect(uptime.name == "Uptime" && uptime.content.texts.count == 2)
        #expect(uptime.content.texts.first?.wholeMatch(of: /\d+ days, \d+ hours/) != nil)
        #expect(uptime.content.texts.last?.hasPrefix("Users: ") == true)
        // The second run prints the same, unless the hour has changed or a user has just logged in.
        let second = try await bus.run([script], with: path)
        #expect(second.exit == .status(0) && ["1\n", "2\n"].contains(second.output), "\(second)")
        try await center.end()
    }

    /// The units run the script, and systemd has nothing against them.
    @Test func theTimerOfTheWidgetFromTheShell() async throws {
        let folder = Checkout.data + "/examples"
        #expect(try read(folder + "/uptime.service").contains("ExecStart=/usr/share/todaycenter/examples/uptime.sh\n"))
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        for name in ["uptime.service", "uptime.timer"] {
            let text = try read(folder + "/" + name).replacing("/usr/share/todaycenter/examples", with: folder)
            let file = open(bus.folder + "/" + name, O_WRONLY | O_CREAT, 0o600)
            #expect(writeAll(text, to: file) == 0)
            close(file)
        }
        let check = try await bus.run(
            "systemd-analyze", "--user", "verify", "--man=no", bus.folder + "/uptime.service",
            bus.folder + "/uptime.timer", with: ["HOME": bus.folder, "XDG_RUNTIME_DIR": bus.folder])
        #expect(check.exit == .status(0) && check.error.isEmpty, "\(check)")
    }

    @Test(arguments: ["load-average.py", "uptime.sh"]) func itIsShortAndCanBeRun(_ name: String) throws {
        let path = "\(Checkout.root)/data/examples/\(name)"
        #expect(try read(path).split(separator: "\n", omittingEmptySubsequences: false).count - 1 < 40)
        #expect(access(path, X_OK) == 0)
    }
}
