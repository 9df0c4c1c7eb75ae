/// The reason why ssh(1) couldn't carry a connection; see ``BusAddress/ssh(_:port:asking:)``.
public struct SSHFailure: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a failure. More cases may be added.
    public enum Reason: Hashable, Sendable {
        /// This machine doesn't have ssh.
        case sshNotFound
        /// ssh can't connect, or the other machine refuses the user; with the last line of ssh's messages.
        case unreachable(String)
        /// The other machine doesn't have `systemd-stdio-bridge`.
        case bridgeNotFound
        /// The user has no session bus there.
        case busNotFound
    }

    /// The other machine, with the user and the port.
    public let host: String
    /// The command that opens a shell there, for advice to the user: `ssh user@nas`.
    public let command: String
    /// The reason.
    public let reason: Reason

    /// A sentence for people, without a period at the end.
    public var description: String {
        switch reason {
        case .sshNotFound: "cannot reach \(host): ssh isn't installed on this machine"
        case .unreachable(let text): "cannot reach \(host): \(text); for details, run '\(command)' in a terminal"
        case .bridgeNotFound: "cannot reach the session bus of \(host): systemd-stdio-bridge isn't installed there"
        case .busNotFound:
            "cannot reach the session bus of \(host): you aren't logged in there; "
                + "'loginctl enable-linger', run there once, keeps the bus running"
        }
    }

    init(of destination: SSHDestination, _ reason: Reason) {
        (host, command, self.reason) = (destination.description, destination.command, reason)
    }

    /// - Parameters:
    ///   - status: the wait status of ssh.
    ///   - text: its error output, and that of the command on the other machine.
    ///   - hasSSH: whether this machine has ssh.
    init(of destination: SSHDestination, status: CInt, text: String, hasSSH: Bool) {
        let code = (status >> 8) & 0xFF
        let line = text.split { $0.isNewline }.last.map { $0.escaping(Self.replacement) } ?? ""
        let words = line.utf8.last == UInt8(ascii: ".") ? String(line.dropLast()) : line
        let reason: Reason =
            if status & 0x7F != 0 {
                .unreachable("ssh ended by signal \(status & 0x7F)")
            } else {
                switch code {
                case 255: .unreachable(words.isEmpty ? "ssh ended with exit status 255" : words)
                // A shell's status for a program that it doesn't find, or can't run.
                case 126, 127: hasSSH ? .bridgeNotFound : .sshNotFound
                default: .busNotFound
                }
            }
        self.init(of: destination, reason)
    }

    /// The other machine may send any text.
    private static func replacement(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: " "
        default: nil
        }
    }
}
