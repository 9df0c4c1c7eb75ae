internal import TodayCLibrary

/// Prints the sent and received messages of a connection to standard error, when the environment requests it.
///
/// `SWIFT_DBUS_TRACE` is read when a connection is made. Its value is a list of words separated by spaces:
///
/// - `1` for all messages, `calls` or `signals` for these alone;
/// - a match rule such as `interface=org.example.Counter`, which also shows the replies to matching calls;
/// - `headers`, which leaves out the values.
final class MessageTrace: Sendable {
    static let variable = "SWIFT_DBUS_TRACE"

    private let rules: [MessageFilter]
    private let withBodies: Bool
    /// The calls that were shown. Their replies are shown too.
    private let shown = Locked<Set<ShownCall>>([])
    private static let mostShown = 4096

    private struct ShownCall: Hashable {
        let isSent: Bool
        let serial: UInt32
        /// The caller, unless it is this side.
        let caller: BusName?
    }

    private init(_ rules: [MessageFilter], withBodies: Bool) {
        self.rules = rules
        self.withBodies = withBodies
    }

    /// Returns the trace that the environment requests; nil if it requests none.
    static func asked(_ value: String? = environment(variable)) -> MessageTrace? {
        guard let value else { return nil }
        var rules: [MessageFilter] = []
        var (withBodies, isMistyped) = (true, false)
        for word in value.split(separator: " ") {
            switch word {
            case "0": return nil
            case "1": rules.append(MessageFilter())
            case "calls": rules += [.methodCall, .methodReturn, .error].map { MessageFilter(kind: $0) }
            case "signals": rules.append(MessageFilter(kind: .signal))
            case "headers": withBodies = false
            default:
                if let rule = MessageFilter(text: String(word)) {
                    rules.append(rule)
                } else {
                    isMistyped = true
                    print(
                        "\(variable): ignoring the unknown word \(String(word).quoted); known are 1, 0, calls, "
                            + "signals, headers, and comma-separated rules of type=, sender=, destination=, path=, "
                            + "interface= and member=\n")
                }
            }
        }
        // A typo in the value is not a request for everything.
        if rules.isEmpty, isMistyped { return nil }
        return MessageTrace(rules.isEmpty ? [MessageFilter()] : rules, withBodies: withBodies)
    }

    /// Shows a message that is sent. The bus adds the sender's name.
    func sent(_ message: Message, by name: BusName?) {
        guard var message = WireMessage(message) else { return }
        message.sender = message.sender ?? name
        show(message, isSent: true)
    }

    /// Shows a message that was received.
    func received(_ arrival: Arrival) {
        if let message = arrival.wireMessage { show(message, isSent: false) }
    }

    private func show(_ message: WireMessage, isSent: Bool) {
        if !isReply(message, isSent) {
            guard rules.contains(where: { $0.matches(message) }) else { return }
            // The first flag means that no reply is wanted.
            if message.kind == .methodCall, message.flags & 1 == 0 {
                let call = ShownCall(
                    isSent: isSent, serial: message.serial, caller: isSent ? nil : message.sender)
                shown.withLock { if $0.count < Self.mostShown { $0.insert(call) } }
            }
        }
        Self.print(MessageText.of(message, mark: isSent ? "→" : "←", withBody: withBodies) + "\n")
    }

    /// Whether a message is the reply to a call that was shown.
    private func isReply(_ message: WireMessage, _ isSent: Bool) -> Bool {
        guard let serial = message.replySerial else { return false }
        let call = ShownCall(isSent: !isSent, serial: serial, caller: isSent ? message.destination : nil)
        return shown.withLock { $0.remove(call) != nil }
    }

    /// Writes in one call, so that the lines of two threads don't mix.
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
