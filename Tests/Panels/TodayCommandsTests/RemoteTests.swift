import DBus
import DBusTesting
import Glibc
import Testing
import TodayPlatform

/// `todayctl remote`, which edits `bridge.conf`.
@Suite struct RemoteTests {
    private func file(_ home: Home) -> String { home.path + "/.config/todaycenter/bridge.conf" }

    private func text(_ home: Home) throws -> String { try TextFile.read(file(home), maximumBytes: 1 << 20) }

    @Test func groupsAreAddedListedAndRemoved() async throws {
        let bus = try await PrivateBus.start()
        let marker = bus.folder + "/started"
        try await bus.addService("org.todaycenter.Bridge", exec: "/usr/bin/touch \(marker)")
        try await withHome(of: "remote") { home in
            expect(try await home.run("add", "nas", "me@nas", "Widgets=org.example.*", on: bus), 0, "", "")
            #expect(access(marker, F_OK) == 0)
            expect(
                try await home.run(
                    "add", "home", "mqtts://broker.home", "User=desk", "Discovery=homeassistant", on: bus), 0, "", "")
            expect(
                try await home.run("add", "garden", "Broker=home", "Topic=garden/+/temperature", "Unit=°C", on: bus), 0,
                "", "")
            expect(try await home.run("add", "desk", "Broker=home", "Widgets=org.example.Backup", on: bus), 0, "", "")
            #expect(
                try text(home) == """
                    [Host nas]
                    Address=me@nas
                    Widgets=org.example.*

                    [Broker home]
                    Address=mqtts://broker.home
                    User=desk
                    Discovery=homeassistant

                    [Subscription garden]
                    Broker=home
                    Topic=garden/+/temperature
                    Unit=°C

                    [Publish desk]
                    Broker=home
                    Widgets=org.example.Backup

                    """)
            var status = stat()
            #expect(stat(file(home), &status) == 0 && status.st_mode & 0o777 == 0o600)
            expect(
                try await home.run("list"), 0,
                """
                NAME    KIND          ADDRESS                    WIDGETS  STATE
                desk    publish       home org.example.Backup    0        unknown
                garden  subscription  home garden/+/temperature  0        unknown
                home    broker        mqtts://broker.home        0        unknown
                nas     host          me@nas                     0        unknown

                """, "")
            expect(
                try await home.run("remove", "home"), 1, "",
                "todayctl: home is still used by garden; to remove both, name both\n")
            expect(try await home.run("remove", "home", "garden", "desk"), 0, "", "")
            #expect(try text(home) == "[Host nas]\nAddress=me@nas\nWidgets=org.example.*\n")
            expect(
                try await home.run("remove", "home"), 1, "",
                "todayctl: \"home\" isn't in \(file(home)) ('todayctl remote list' lists all)\n")
        }
    }

    /// Nothing is written if a value is wrong, and the message names the key.
    @Test(arguments: [
        (["nas"], "missing expected argument '<value> ...'"),
        (["1", "me@nas"], #""1" isn't the name of a group: a letter, then up to 31 letters, digits, _ and -"#),
        (["nas", "me@nas", "you@nas"], #"unexpected address "you@nas": the address is me@nas"#),
        (["nas", "me@nas", "Port=0"], "Port: 0 isn't between 1 and 65535"),
        (["nas", "me@nas", "Prot=1"], "Prot: the key has no effect in [Host nas]"),
        (["x", "Broker=home"], "missing value: an address, Topic= or Widgets="),
        (["x", "Broker=home", "Topic=#"], #"Broker: "home" isn't the name of a working [Broker] group"#),
        (["x", "http://x"], "Address: \"http://x\" isn't mqtts://HOST or mqtt://HOST, with a port or not"),
    ])
    func aWrongValueIsRefused(_ arguments: [String], _ message: String) async throws {
        try await withHome(of: "remote") { home in
            let result = try await home.start(["add"] + arguments).result()
            #expect(result.status == 64)
            #expect(result.errors.contains(message), "\(result.errors)")
            #expect(access(file(home), F_OK) != 0)
        }
    }

    @Test func checkNamesFileLineAndKey() async throws {
        try await withHome(of: "remote") { home in
            expect(try await home.run("check"), 0, "", "")
            try home.write(file(home), "[Host nas]\nAddress=nas\nPort=x\n\n[Host desk]\nAddress=desk\nTap=true")
            expect(
                try await home.run("check"), 1,
                """
                \(file(home)): line 3, Port: "x" is not an integer
                \(file(home)): warning: line 7, Tap: the key has no effect in [Host desk]

                """, "")
            let list = try await home.run("list", "--json")
            #expect(list.output.contains("\"State\": \"invalid\""))
        }
    }
}
