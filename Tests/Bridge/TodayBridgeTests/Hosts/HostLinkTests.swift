import DBus
import DBusTesting
import Glibc
import SSHTesting
import Testing
import TodayModel
import TodayPlatform

/// Links in the content of another machine's widgets.
struct HostLinkTests {
    /// The desktop of this machine opens them. One to a file would open a file of this machine.
    @Test func linksOpenHereExceptThoseToFiles() async throws {
        let bench = try await HostBench.start()
        let opened = bench.here.folder + "/opened"
        let gio = bench.ssh.clientFolder + "/gio"
        try MQTTBroker.write("#!/bin/sh\necho \"$@\" >>'\(opened)'\n", to: gio, mode: 0o700)
        let there = try await bench.startCenterThere()
        let remote = CenterClient(try await bench.there.connect())
        for (identifier, url) in [
            ("org.test.Web", "https://example.org/?a=$(b)"), ("org.test.Mail", "mailto:a@example.org"),
            ("org.test.File", "file:///etc/passwd"), ("org.test.Source", "view-source:file:///etc/passwd"),
        ] as [(WidgetIdentifier, String)] {
            let content = Content(kind: "text", attributes: ["text": .string("Open"), "url": .string(url)])
            try await remote.registerWidget(identifier, ["Content": .string(content.json())])
            try await bench.widget(identifier, shows: "Open")
        }
        func tap(_ identifier: WidgetIdentifier) async throws -> ToolRun.Output {
            let here = try HostBench.identifier(identifier).rawValue
            return try await bench.here.run(try Programs.path("todayctl"), "tap", here)
        }
        for identifier in ["org.test.Web", "org.test.Mail"] as [WidgetIdentifier] {
            let output = try await tap(identifier)
            #expect(output.exit == .status(0), "\(output)")
        }
        for identifier in ["org.test.File", "org.test.Source"] as [WidgetIdentifier] {
            let output = try await tap(identifier)
            #expect(output.exit == .status(1))
            #expect(output.error.utf8Contains("it is a file of the other machine"), "\(output)")
        }
        #expect(ProcessFile.read(opened) == "open https://example.org/?a=$(b)\nopen mailto:a@example.org\n")
        withExtendedLifetime(there) {}
    }
}
