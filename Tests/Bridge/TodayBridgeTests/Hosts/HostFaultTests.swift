import DBus
import DBusTesting
import Glibc
import NotificationCenter
import SSHTesting
import Testing
import TodayHost
import TodayModel

/// Another machine that ends, hangs and comes back.
struct HostFaultTests {
    private static let counter = CounterWidget.identifier

    @Test func contentStaysWhileAMachineIsAway() async throws {
        let bench = try await HostBench.start()
        let there = try await bench.startCenterThere()
        let (widget, running) = try await CounterWidget.provide(on: bench.there.address)
        try await widget.add(1)
        let before = try await bench.widget(Self.counter, shows: "count 1")
        try await bench.ssh.kill()
        let away = try await bench.widget(Self.counter, "unreachable") { $0.errorKind == .unreachable }
        #expect(away.error.split(separator: "\n").first == "nas can’t be reached")
        #expect(away.content == before.content && away.updatedAt == before.updatedAt)
        try await bench.widget(Self.counter, "retry") { $0.errorKind == .unreachable && $0.retryAt != .never }
        do {
            try await bench.tap("tap:/2", of: Self.counter)
            Issue.record("the tap didn't fail")
        } catch let error as CenterError {
            #expect(error.code == .actionFailed && error.kind == .unreachable)
        }
        #expect(try await bench.client.performUpdate(try HostBench.identifier(Self.counter)) == .failed)
        try await widget.add(1)
        try await bench.ssh.restart()
        // A panel that becomes visible doesn't wait for the next attempt.
        try await bench.client.beginViewing(ViewingOptions())
        // The tap isn't carried out later.
        try await bench.widget(Self.counter, shows: "count 2")
        withExtendedLifetime(there) { running.cancel() }
    }

    enum Fault: CaseIterable {
        case sshKilled, sshStopped, networkStopped, bridgeKilled, centerKilled, centerStopped, diskFull
    }

    /// Runs each fault some times, and reports how long the right content took once everything was back.
    @Test(arguments: Fault.allCases) func theRightContentIsBack(_ fault: Fault) async throws {
        let bench = try await HostBench.start()
        var there = try await bench.startCenterThere()
        let (widget, running) = try await CounterWidget.provide(on: bench.there.address)
        let remote = CenterClient(try await bench.there.connect())
        var report = FaultReport("\(fault)")
        for round in 1...FaultReport.rounds {
            try await widget.add(1)
            try await bench.widget(Self.counter, shows: "count \(2 * round - 1)")
            switch fault {
            case .sshKilled:
                for process in try bench.sshProcesses() { kill(process, SIGKILL) }
                try await widget.add(1)
            case .sshStopped:
                let processes = try bench.sshProcesses()
                try #require(!processes.isEmpty)
                for process in processes { kill(process, SIGSTOP) }
                try await widget.add(1)
                try await FaultReport.pause()
                for process in processes { kill(process, SIGCONT) }
            case .networkStopped:
                bench.ssh.pause()
                try await widget.add(1)
                try await FaultReport.pause()
                bench.ssh.resume()
            case .bridgeKilled:
                try await bench.killBridge()
                try await widget.add(1)
                try await bench.startBridge()
            case .centerKilled:
                there.signal(SIGKILL)
                _ = try await there.finished()
                there = try await bench.startCenterThere()
                try await widget.add(1)
            case .centerStopped:
                there.signal(SIGSTOP)
                try await FaultReport.pause()
                there.signal(SIGCONT)
                try await widget.add(1)
            case .diskFull:
                try await bench.limitFiles(of: there, to: "4096")
                try await widget.add(1)
            }
            report.begin()
            let shown = try await bench.widget(Self.counter, shows: "count \(2 * round)")
            report.end()
            // The content here isn't younger than the content there.
            let source = try await remote.properties(of: Self.counter)
            #expect(shown.updatedAt <= source.updatedAt + .seconds(2))
            if fault == .diskFull {
                // The center there writes a moment later.
                let isNoticed = try await poll(within: HostBench.deadline, every: .milliseconds(20)) {
                    try await remote.properties()["StateStored"] == false ? true : nil
                }
                #expect(isNoticed == true)
                try await bench.limitFiles(of: there, to: "unlimited")
            }
        }
        report.print()
        withExtendedLifetime(there) { running.cancel() }
    }

    /// A service that reports that the network is up, or that the machine was resumed.
    enum News: CaseIterable {
        case networkManager, networkd, logind

        var name: BusName {
            switch self {
            case .networkManager: "org.freedesktop.NetworkManager"
            case .networkd: "org.freedesktop.network1"
            case .logind: "org.freedesktop.login1"
            }
        }

        func emit(on connection: Connection) async throws {
            switch self {
            case .networkManager:
                try await connection.emit(
                    "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager", "StateChanged", UInt32(70))
            case .networkd:
                try await connection.emit(
                    "/org/freedesktop/network1", .properties, "PropertiesChanged", "org.freedesktop.network1.Manager",
                    ["OperationalState": DBusValue.string("routable")], [String]())
            case .logind:
                try await connection.emit(
                    "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep", false)
            }
        }
    }

    /// A service reports that the network is up, long before the next attempt.
    @Test(arguments: News.allCases) func aNetworkThatIsUpIsUsedAtOnce(_ news: News) async throws {
        let system = try await PrivateBus.start()
        let manager = try await system.connect()
        try await manager.requestName(news.name)
        let bench = try await HostBench.start(with: ["DBUS_SYSTEM_BUS_ADDRESS": system.address])
        let there = try await bench.startCenterThere()
        let (widget, running) = try await CounterWidget.provide(on: bench.there.address)
        try await widget.add(1)
        try await bench.widget(Self.counter, shows: "count 1")
        try await bench.ssh.kill()
        let away = try await bench.widget(Self.counter, "long pause") { $0.retryAt > Timestamp.now + .seconds(12) }
        try await bench.ssh.restart()
        try await news.emit(on: manager)
        try await bench.widget(Self.counter, shows: "count 1")
        #expect(Timestamp.now < away.retryAt)
        withExtendedLifetime(there) { running.cancel() }
    }

    @Test func aPanelHereIsAPanelThere() async throws {
        let bench = try await HostBench.start()
        let there = try await bench.startCenterThere()
        let remote = try await bench.there.connect()
        let viewing = try await NotificationCenter1(remote).observeViewing()
        try await bench.client.beginViewing(ViewingOptions())
        try await withDeadline(HostBench.deadline) { for await isViewing in viewing where isViewing == true { break } }
        try await bench.client.endViewing()
        try await withDeadline(HostBench.deadline) { for await isViewing in viewing where isViewing == false { break } }
        withExtendedLifetime(there) {}
    }

    @Test func aFaultyGroupIsOutOfDate() async throws {
        let bench = try await HostBench.start()
        let there = try await bench.startCenterThere()
        let (widget, running) = try await CounterWidget.provide(on: bench.there.address)
        try await widget.add(1)
        let shown = try await bench.widget(Self.counter, shows: "count 1")
        try bench.configure("[Host nas]\nAddress=n as\n")
        let old = try await bench.widget(Self.counter, "fault") { $0.errorKind == .unreachable }
        #expect(old.content == shown.content && old.updatedAt == shown.updatedAt)
        try bench.configure("[Host nas]\nAddress=\(SSHServer.host)\n")
        try await bench.widget(Self.counter, shows: "count 1")
        withExtendedLifetime(there) { running.cancel() }
    }

    @Test func withoutTapsWidgetsOnlyShow() async throws {
        let bench = try await HostBench.start("Taps=false\n")
        let there = try await bench.startCenterThere()
        let (widget, running) = try await CounterWidget.provide(on: bench.there.address)
        try await widget.add(1)
        let shown = try await bench.widget(Self.counter, shows: "count 1")
        #expect(shown.settingsSchema.isEmpty)
        await #expect(throws: CenterError.self) { try await bench.tap("tap:/2", of: Self.counter) }
        try await widget.add(1)
        try await bench.widget(Self.counter, shows: "count 2")
        withExtendedLifetime(there) { running.cancel() }
    }

    @Test func widgetsOfARemovedHostAreRemoved() async throws {
        let bench = try await HostBench.start()
        let there = try await bench.startCenterThere()
        let remote = CenterClient(try await bench.there.connect())
        for name in ["org.test.A", "org.test.B"] as [WidgetIdentifier] {
            try await remote.registerWidget(name, ["Name": .string(name.rawValue)])
            try await bench.widget(name, "registered") { $0.name == name.rawValue }
        }
        // Fewer patterns, while it runs.
        try bench.configure("[Host nas]\nAddress=\(SSHServer.host)\nWidgets=org.test.B\n")
        try await bench.waitUntilGone("org.test.A")
        // Another host, while it doesn't run.
        try await bench.killBridge()
        try bench.configure("[Host other]\nAddress=\(SSHServer.host)\nWidgets=org.test.A\n")
        try await bench.startBridge()
        try await bench.waitUntilGone("org.test.B")
        let here: WidgetIdentifier = "org.todaycenter.remote.other.org.test.A"
        #expect(await bench.view.view(within: HostBench.deadline) { $0[here] != nil } != nil)
        // Away there while it doesn't run.
        try await bench.killBridge()
        try await remote.unregisterWidget("org.test.A")
        try await bench.startBridge()
        #expect(await bench.view.view(within: HostBench.deadline) { $0[here] == nil } != nil)
        withExtendedLifetime(there) {}
    }
}
