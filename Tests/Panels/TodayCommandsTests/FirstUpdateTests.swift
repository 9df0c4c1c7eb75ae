import DBus
import DBusTesting
import Glibc
import Testing
import TodayHost
import TodayModel

@testable import TodayCommands

/// A newly installed widget is shown with content, although no panel was ever visible.
@Suite struct FirstUpdateTests {
    private static let identifier: WidgetIdentifier = "org.example.UsedSpace"

    /// A bus that starts the real `todayd`.
    private func withInstallation(_ body: (PrivateBus) async throws -> Void) async throws {
        try await withBus { bus in
            let program = (Installation.current.programs ?? "") + "/todayd"
            for name in [TodayBus.name, TodayBus.appsName] { try await bus.addService(name, exec: program) }
            for folder in ["/data/todaycenter", "/data/todaycenter/widgets"] { mkdir(bus.folder + folder, 0o700) }
            try await body(bus)
        }
    }

    private func install(_ name: String, _ exec: String, on bus: PrivateBus) throws {
        let file = try #require(fopen("\(bus.folder)/data/todaycenter/widgets/\(name).widget", "w"))
        defer { fclose(file) }
        fputs("[Widget]\nName=\(name)\nUpdateInterval=0\nExec=\(exec)\n", file)
    }

    private var usedSpace: String { (Installation.current.programs ?? "") + "/used-space-widget" }

    @Test func aWidgetThatWasInstalledBeforeTheCenterRuns() async throws {
        try await withInstallation { bus in
            try install("org.example.UsedSpace", usedSpace, on: bus)
            let result = try await todayctl("today", "--once", on: bus)
            #expect(result.status == 0 && result.errors.isEmpty && result.output.contains("%"), "\(result)")
            let client = CenterClient(try await bus.connect())
            let first = try await client.properties(of: Self.identifier)
            #expect(first.lastResult == .newData && first.revision > 0)
            // Once is enough.
            _ = try await todayctl("today", "--once", on: bus)
            #expect(try await client.explain(Self.identifier)["UpdatesToday"] == .uint32(1))
        }
    }

    /// The center may not have read the file yet when it is asked.
    @Test func aWidgetThatIsInstalledWhileTheCenterRuns() async throws {
        try await withInstallation { bus in
            let before = try await todayctl("today", "--once", on: bus)
            #expect(before.status == 0 && before.output == "No widgets yet.\n", "\(before)")
            try install("org.example.UsedSpace", usedSpace, on: bus)
            let result = try await todayctl("today", "--once", "--json", on: bus)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
            #expect(result.output.contains("\"progress\""), "\(result)")
        }
    }

    @Test func oneThatFailsIsNotAskedAgain() async throws {
        try await withInstallation { bus in
            try install("org.example.UsedSpace", "/bin/false", on: bus)
            for _ in 0..<2 {
                let result = try await todayctl("today", "--once", on: bus)
                #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
                #expect(result.output.contains("the provider ended before it owned its name"), "\(result)")
            }
            let client = CenterClient(try await bus.connect())
            #expect(try await client.explain(Self.identifier)["UpdatesToday"] == .uint32(1))
        }
    }

    @Test func whoHasNothingToShowYet() {
        func neverUpdated(_ change: (inout WidgetProperties) -> Void) -> Bool {
            var widget = WidgetProperties(identifier: Self.identifier)
            change(&widget)
            let view = TodayView(
                center: .available, arrangement: [Self.identifier], today: [Self.identifier],
                known: [Self.identifier: widget])
            return view.neverUpdated == [Self.identifier]
        }
        #expect(neverUpdated { _ in } && neverUpdated { $0.state = .updating })
        #expect(!neverUpdated { $0.content = text("given") })
        #expect(!neverUpdated { $0.updatedAt = Timestamp(microseconds: 1) })
        #expect(!neverUpdated { $0.lastResult = .failed })
        // It failed in an earlier session.
        #expect(!neverUpdated { $0.error = "offline" })
        #expect(!neverUpdated { $0.state = .unavailable })
    }

    @Test func newManifestsAreFound() throws {
        let folder = try TemporaryFolder(prefix: "todayctl-tests")
        defer { folder.remove() }
        let environment = ["XDG_DATA_HOME": folder.path, "XDG_DATA_DIRS": "/nowhere"]
        #expect(NewManifests(environment: environment).identifiers.isEmpty)
        let widgets = try folder.makeFolder("todaycenter/widgets")
        for name in ["org.example.A.widget", "no name.widget", "org.example.B.txt"] {
            let file = try #require(fopen("\(widgets)/\(name)", "w"))
            fclose(file)
        }
        var status = stat()
        try #require(stat("\(widgets)/org.example.A.widget", &status) == 0)
        let came = UInt64(status.st_ctim.tv_sec) * 1_000_000 + UInt64(status.st_ctim.tv_nsec) / 1000
        func new(after microseconds: Int64) -> NewManifests {
            let now = Timestamp(
                microseconds: came.addingReportingOverflow(UInt64(bitPattern: microseconds)).partialValue)
            return NewManifests(environment: environment, at: now)
        }
        #expect(new(after: 500_000).identifiers == ["org.example.A"])
        #expect(new(after: 500_000).remaining == .milliseconds(1500))
        #expect(new(after: 2_000_000).identifiers.isEmpty && new(after: 2_000_000).remaining == .zero)
        // The clock was set back.
        #expect(new(after: -1_000_000).identifiers.isEmpty)
    }
}
