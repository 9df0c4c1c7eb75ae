/// A user and a machine for ssh(1), as `user@host:port`.
struct SSHDestination: Hashable, CustomStringConvertible {
    /// The user and the host, as ssh takes them: `user@host`.
    let name: String
    let port: UInt16?
    /// Whether ssh may ask the user.
    let isAsking: Bool
    /// The client, which the shell looks up in `PATH`.
    var program = "ssh"

    /// The name of the kind of string, for errors.
    private static let kind = "host"

    init(_ text: String, port other: UInt16? = nil, asking: Bool = false) throws(InvalidNameError) {
        func refuse(_ reason: String) -> InvalidNameError { InvalidNameError(Self.kind, text, reason) }
        let parts = text.split(at: "@", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2 else { throw refuse("it has more than one @") }
        if text.isEmpty { throw refuse("it is empty") }
        let user = parts.count == 2 ? parts[0] : nil
        if user?.isEmpty == true { throw refuse("the user before the @ is missing") }
        var host = parts[parts.count - 1]
        var port: String?
        if host.utf8.first == UInt8(ascii: "[") {
            let ends = host.dropFirst().split(at: "]", omittingEmptySubsequences: false).map(String.init)
            guard ends.count == 2, ends[1].isEmpty || ends[1].utf8.first == UInt8(ascii: ":") else {
                throw refuse("an address in brackets can be followed only by a colon and a port")
            }
            host = ends[0]
            port = ends[1].isEmpty ? nil : String(ends[1].dropFirst())
        } else {
            // An IPv6 address has several colons.
            let ends = host.split(at: ":", omittingEmptySubsequences: false).map(String.init)
            if ends.count == 2 { (host, port) = (ends[0], ends[1]) }
        }
        if host.isEmpty { throw refuse("the host is missing") }
        // Only an address with a network interface contains a percent sign: fe80::1%eth0.
        let signs = host.utf8.contains(UInt8(ascii: ":")) ? "-_.:%" : "-_."
        for (part, signs) in [(user ?? "root", "-_.+"), (host, signs)] {
            if part.utf8.first == UInt8(ascii: "-") { throw refuse("\(part.quoted) begins with a hyphen") }
            for scalar in part.unicodeScalars where !Self.isPlain(scalar) && !signs.unicodeScalars.contains(scalar) {
                throw refuse("it contains \(String(scalar).quoted)")
            }
        }
        if let port {
            if other != nil { throw refuse("it already has a port") }
            guard port.utf8.allSatisfy(Grammar.isDigit), let number = UInt16(port), number > 0 else {
                throw refuse("the port \(port.quoted) is not a number from 1 to 65535")
            }
            self.port = number
        } else {
            if other == 0 { throw refuse("the port \"0\" is not a number from 1 to 65535") }
            self.port = other
        }
        name = (user.map { $0 + "@" } ?? "") + host
        isAsking = asking
    }

    /// Whether a scalar is a letter or a digit of any script.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? Grammar.isLetter(UInt8(scalar.value)) || Grammar.isDigit(UInt8(scalar.value))
            : scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
    }

    var description: String {
        guard let port else { return name }
        let parts = name.split(at: "@").map(String.init)
        let host = parts[parts.count - 1]
        let isAddress = host.utf8.contains(UInt8(ascii: ":"))
        return parts.dropLast().map { $0 + "@" }.joined() + (isAddress ? "[\(host)]" : host) + ":\(port)"
    }

    /// The command that opens a shell there, for advice to the user.
    var command: String { "ssh " + (port.map { "-p \($0) " } ?? "") + name }

    /// Returns the server address that makes libdbus start ssh. A shell of this machine writes its process id to the
    /// file `errors`, and then becomes ssh. The error output of ssh follows there.
    func address(errors: String) -> String {
        // Without a terminal to ask on, Ctrl-C in that terminal is meant for this program only.
        let script = (isAsking ? "" : "trap '' HUP INT QUIT; ") + #"exec 2>"$0" && echo $$ >&2 && exec "$@""#
        let options =
            ["ServerAliveInterval=5", "ServerAliveCountMax=2", "LogLevel=ERROR", "ControlMaster=no"]
            // A shared connection may not notice that the other machine is gone.
            + (isAsking ? [] : ["BatchMode=yes", "ControlPath=none"])
        let arguments =
            ["-c", script, errors, program, "-xT"] + options.flatMap { ["-o", $0] }
            + (port.map { ["-p", "\($0)"] } ?? [])
            + ["--", name, Self.remoteCommand]
        return "unixexec:path=/bin/sh"
            + arguments.enumerated().map { ",argv\($0 + 1)=" + BusAddress.escape($1) }.joined()
    }

    /// Connects standard input and output to the user's session bus. The login shell of the user there may be any, so it
    /// only starts `sh`.
    static let remoteCommand =
        #"exec sh -c 'exec systemd-stdio-bridge -p "\#(remoteBus)"'"#
    private static let remoteBus = "${DBUS_SESSION_BUS_ADDRESS:-unix:path=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/bus}"
}
