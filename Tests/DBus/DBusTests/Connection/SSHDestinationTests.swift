import Testing

@testable import DBus

/// The address of another machine's bus, without a connection.
struct SSHDestinationTests {
    @Test(arguments: [
        ("nas", "nas", nil), ("user@nas", "user@nas", nil), ("user@nas:2222", "user@nas", 2222),
        ("192.0.2.1:22", "192.0.2.1", 22), ("fe80::1", "fe80::1", nil), ("u@fe80::1%eth0", "u@fe80::1%eth0", nil),
        ("[fe80::1]:65535", "fe80::1", 65535), ("[fe80::1]", "fe80::1", nil), ("büro", "büro", nil),
        ("x_y-z.", "x_y-z.", nil),
        ("a.b+c@h", "a.b+c@h", nil),
    ])
    func aHostIsRead(_ text: String, _ name: String, _ port: UInt16?) throws {
        let destination = try SSHDestination(text)
        #expect(destination.name == name && destination.port == port)
    }

    @Test(arguments: [
        ("", "it is empty"), ("@nas", "the user before the @ is missing"), ("user@", "the host is missing"),
        ("a@b@c", "it has more than one @"), ("-oProxyCommand=x", #""-oProxyCommand=x" begins with a hyphen"#),
        ("-l@nas", #""-l" begins with a hyphen"#), ("user@-oX", #""-oX" begins with a hyphen"#),
        ("nas:", #"the port "" is not a number from 1 to 65535"#),
        ("nas:0", #"the port "0" is not a number from 1 to 65535"#),
        ("nas:65536", #"the port "65536" is not a number from 1 to 65535"#),
        ("nas:+1", #"the port "+1" is not a number from 1 to 65535"#),
        ("[::1", "an address in brackets can be followed only by a colon and a port"),
        ("[::1]x", "an address in brackets can be followed only by a colon and a port"), ("n%h", #"it contains "%""#),
        ("ssh://nas", #"the port "//nas" is not a number from 1 to 65535"#), ("nas/x", #"it contains "/""#),
        ("nas\n", #"it contains "\n""#), ("na s", #"it contains " ""#),
        ("[-x:y]", #""-x:y" begins with a hyphen"#),
    ])
    func anInvalidHostIsRefusedWithItsFault(_ text: String, _ reason: String) {
        let error = #expect(throws: InvalidNameError.self) { try BusAddress.ssh(text) }
        #expect(error?.description == "\(text.quoted) is not a valid host: \(reason)")
    }

    /// Every ASCII character and some others, in each part and place.
    @Test func noSignOfAShellGetsThrough() {
        let scalars =
            (0..<128).map { Unicode.Scalar(UInt8($0)) } + [
                "\u{A0}", "\u{85}", "\u{200B}", "\u{202E}", "\u{2028}", "😀", "\u{FFFD}", "‐",
            ]
        let hostile = scalars.filter { scalar in
            !"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:+@[]".unicodeScalars.contains(scalar)
        }
        #expect(hostile.count == 128 - 70 + 8)
        for scalar in hostile {
            for text in ["\(scalar)", "a\(scalar)b", "a\(scalar)", "\(scalar)a"] {
                for host in [text, "user@\(text)", "\(text)@host", "nas:\(text)", "[\(text)]:1", "[::1]\(text)"] {
                    // An interface belongs to an IPv6 address.
                    if (try? SSHDestination(host)) != nil { Issue.record("\(host.quoted) is accepted") }
                }
            }
        }
        for host in [
            "$(id)", "`id`", "a;id", "a|id", "a&id", "x -oProxyCommand=id", "a\u{0}b", "a'b", "a\"b", "a\\", "~", "*",
        ] {
            #expect(throws: InvalidNameError.self) { try BusAddress.ssh(host) }
            #expect(throws: InvalidNameError.self) { try BusAddress.ssh("\(host)@nas") }
        }
    }

    /// libdbus decodes the address to exactly these arguments.
    @Test func theAddressHasTheCommandLine() throws {
        let values = Self.values(of: try BusAddress.ssh("user@nas:2222").resolved())
        #expect(values["path"] == "/bin/sh")
        let arguments = (1..<values.count).compactMap { values["argv\($0)"] }
        #expect(
            arguments == [
                "-c", #"trap '' HUP INT QUIT; exec 2>"$0" && echo $$ >&2 && exec "$@""#, "/dev/stderr", "ssh", "-xT",
                "-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=2", "-o", "LogLevel=ERROR", "-o",
                "ControlMaster=no", "-o", "BatchMode=yes", "-o", "ControlPath=none", "-p", "2222", "--", "user@nas",
                #"exec sh -c 'exec systemd-stdio-bridge -p "${DBUS_SESSION_BUS_ADDRESS:-unix:path=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/bus}"'"#,
            ])
        let asking = Self.values(of: try BusAddress.ssh("nas", asking: true).resolved())
        #expect(asking["argv2"] == #"exec 2>"$0" && echo $$ >&2 && exec "$@""#)
        #expect(!asking.values.contains("BatchMode=yes") && asking.values.contains("ServerAliveCountMax=2"))
    }

    @Test func aPortIsInOnePlace() throws {
        #expect(try BusAddress.ssh("u@nas", port: 22) == BusAddress.ssh("u@nas:22"))
        #expect(try BusAddress.ssh("fe80::1", port: 22) == BusAddress.ssh("[fe80::1]:22"))
        for text in ["nas", "u@nas", "u@nas:22", "[fe80::1]:22", "u@[fe80::1%eth0]:22", "fe80::1"] {
            #expect(try SSHDestination(text).description == text)
        }
        for (host, port) in [("nas:22", UInt16(22)), ("nas", 0)] {
            #expect(throws: InvalidNameError.self) { try BusAddress.ssh(host, port: port) }
        }
    }

    @Test func anAddressNamesItsHost() throws {
        let address = try BusAddress.ssh("user@nas:2222")
        #expect("\(address)" == "the session bus of user@nas:2222" && address.isBus)
        #expect(address.sshHost == "user@nas:2222" && BusAddress.session.sshHost == nil)
        #expect(try BusAddress.ssh("nas") == BusAddress.ssh("nas"))
        #expect(try BusAddress.ssh("nas") != BusAddress.ssh("nas", asking: true))
    }

    @Test(arguments: [
        (255 << 8, "a\nssh: no route.\n", true, SSHFailure.Reason.unreachable("ssh: no route")),
        (255 << 8, "", true, .unreachable("ssh ended with exit status 255")),
        (255 << 8, "a\u{1B}[2Jb\u{202E}c\n\n", true, .unreachable("a [2Jb c")),
        (9, "x", true, .unreachable("ssh ended by signal 9")),
        (127 << 8, "x", true, .bridgeNotFound), (126 << 8, "x", true, .bridgeNotFound),
        (127 << 8, "x", false, .sshNotFound),
        (1 << 8, "x", true, .busNotFound), (0, "", true, .busNotFound),
    ])
    func theEndOfSSHHasAReason(_ status: Int, _ text: String, _ hasSSH: Bool, _ reason: SSHFailure.Reason) throws {
        let failure = SSHFailure(of: try SSHDestination("nas"), status: CInt(status), text: text, hasSSH: hasSSH)
        #expect(failure.reason == reason && failure.host == "nas" && failure.command == "ssh nas")
        #expect(failure.description.hasPrefix("cannot reach "))
    }

    /// Decodes a server address, as the D-Bus specification says.
    private static func values(of address: String) -> [String: String] {
        var values: [String: String] = [:]
        for pair in address.split(separator: ":", maxSplits: 1)[1].split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            var (bytes, rest) = ([UInt8](), Array(parts[1].utf8)[...])
            while let byte = rest.popFirst() {
                if byte != UInt8(ascii: "%") {
                    bytes.append(byte)
                } else {
                    bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                    rest = rest.dropFirst(2)
                }
            }
            values[parts[0]] = String(decoding: bytes, as: UTF8.self)
        }
        return values
    }
}
