internal import Glibc

/// Prints what a connection sends and receives to standard error, when the environment asks for it.
///
/// `SWIFT_DBUS_TRACE` is looked at when a connection is made. Its value is words with spaces between them: `1` for all
/// messages, `calls` or `signals` for these alone, a match rule such as `interface=org.example.Counter`, after which the
/// replies to calls that match are shown too; and `headers`, with which the values are left out.
final class MessageTrace: Sendable {
    static let variable = "SWIFT_DBUS_TRACE"

    private let rules: [MonitorRule]
    private let withBodies: Bool
    /// Calls that were shown, whose replies are to be shown too.
    private let shown = Locked<Set<ShownCall>>([])
    private static let mostShown = 4096

    private struct ShownCall: Hashable {
        let isSent: Bool
        let serial: UInt32
        /// Who called, when that was not this side.
        let caller: BusName?
    }

    private init(_ rules: [MonitorRule], withBodies: Bool) {
        self.rules = rules
        self.withBodies = withBodies
    }

    /// The trace that the environment asks for; nil when it asks for none.
    static func asked(_ value: String? = environment(variable)) -> MessageTrace? {
        guard let value else { return nil }
        var rules: [MonitorRule] = []
        var (withBodies, isMistyped) = (true, false)
        for word in value.split(separator: " ") {
            switch word {
            case "0": return nil
            case "1": rules.append(MonitorRule())
            case "calls": rules += [.methodCall, .methodReturn, .error].map { MonitorRule(kind: $0) }
            case "signals": rules.append(MonitorRule(kind: .signal))
            case "headers": withBodies = false
            default:
                if let rule = MonitorRule(text: String(word)) {
                    rules.append(rule)
                } else {
                    isMistyped = true
                    print(
                        "\(variable): \(String(word).quoted) is not known, and left out; known are 1, 0, calls, "
                            + "signals, headers, and rules of type=, sender=, destination=, path=, interface= and "
                            + "member= with commas between them\n")
                }
            }
        }
        // Who has mistyped what to show did not ask for everything.
        if rules.isEmpty, isMistyped { return nil }
        return MessageTrace(rules.isEmpty ? [MonitorRule()] : rules, withBodies: withBodies)
    }

    /// Shows a message that goes out. The bus adds the sender's name.
    func sent(_ message: Message, by name: BusName?) {
        guard var message = RawMessage(message) else { return }
        message.sender = message.sender ?? name
        show(message, isSent: true)
    }

    /// Shows a message that has come in.
    func received(_ arrival: Arrival) {
        if let message = arrival.raw { show(message, isSent: false) }
    }

    private func show(_ message: RawMessage, isSent: Bool) {
        if !isReply(message, isSent) {
            guard rules.contains(where: { $0.matches(message) }) else { return }
            // The first flag is that no reply is wanted.
            if message.kind == .methodCall, message.flags & 1 == 0 {
                let call = ShownCall(
                    isSent: isSent, serial: message.serial, caller: isSent ? nil : message.sender)
                shown.withLock { if $0.count < Self.mostShown { $0.insert(call) } }
            }
        }
        Self.print(MessageText.of(message, mark: isSent ? "→" : "←", withBody: withBodies) + "\n")
    }

    /// Whether a message is the reply to a call that was shown.
    private func isReply(_ message: RawMessage, _ isSent: Bool) -> Bool {
        guard let serial = message.replySerial else { return false }
        let call = ShownCall(isSent: !isSent, serial: serial, caller: isSent ? message.destination : nil)
        return shown.withLock { $0.remove(call) != nil }
    }

    /// Writes at once, so that the lines of two threads do not mix.
    private static func print(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = write(STDERR_FILENO, bytes.baseAddress! + done, bytes.count - done)
                if count < 0, errno != EINTR { return }
                done += max(0, count)
            }
        }
    }
}
