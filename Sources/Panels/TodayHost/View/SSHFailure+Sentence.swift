package import DBus
internal import TodayModel

extension SSHFailure {
    /// The reason for users, in their language: a sentence without a period.
    package var sentence: String {
        switch reason {
        case .sshNotFound: tr("Can’t reach {host}: ssh isn’t installed on this machine", ["host": host])
        case .unreachable(let text):
            // Translators: reason is a message of ssh, in English. command is a command for a terminal.
            tr(
                "Can’t reach {host}: {reason}; for details, run ‘{command}’ in a terminal",
                ["host": host, "reason": text, "command": command])
        case .bridgeNotFound:
            tr("Can’t reach the session bus of {host}: systemd-stdio-bridge isn’t installed there", ["host": host])
        case .busNotFound:
            tr(
                "Can’t reach the session bus of {host}: you aren’t logged in there; ‘loginctl enable-linger’, run there once, keeps the bus running",
                ["host": host])
        }
    }
}
