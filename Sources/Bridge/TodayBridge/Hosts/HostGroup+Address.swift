internal import DBus
internal import TodayBridgeRules

extension HostGroup {
    /// The session bus of the machine.
    var busAddress: BusAddress {
        get throws {
            var options = ["-xT", "-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=2", "-o", "BatchMode=yes"]
            if let port { options += ["-p", "\(port)"] }
            let command =
                #"exec systemd-stdio-bridge -p "${DBUS_SESSION_BUS_ADDRESS:-unix:path=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/bus}""#
            let all = ["ssh"] + options + ["--", address, command]
            return .bus(
                "unixexec:path=/usr/bin/env"
                    + all.enumerated().map { ",argv\($0 + 1)=" + Self.escape($1) }.joined())
        }
    }

    private static func escape(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80
            return isPlain || "-_/.".utf8.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
