/// A filter for messages, in the form of a match rule. D-Bus specification, "Match Rules".
struct MessageFilter: Hashable {
    /// The values that a message must have, by key. An empty dictionary matches everything.
    private var values: [String: String] = [:]

    /// Makes a filter for all messages, or for one type of them.
    init(kind: WireMessage.Kind? = nil) { values["type"] = kind?.word }

    /// Parses pairs such as `type='signal',path='/a'`, with or without apostrophes; nil when a pair is invalid.
    init?(text: String) {
        for part in text.split(at: ",", omittingEmptySubsequences: false) {
            let pair = part.split(at: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { return nil }
            let isQuoted = pair[1].count >= 2 && pair[1].hasPrefix("'") && pair[1].hasSuffix("'")
            let value = isQuoted ? String(pair[1].dropFirst().dropLast()) : pair[1]
            guard Self.accepts(value, for: pair[0]) else { return nil }
            values[pair[0]] = value
        }
    }

    private static func accepts(_ value: String, for key: String) -> Bool {
        switch key {
        case "type":
            ([.methodCall, .methodReturn, .error, .signal] as [WireMessage.Kind]).contains { $0.word == value }
        case "sender", "destination": BusName(rawValue: value) != nil
        case "path": ObjectPath(rawValue: value) != nil
        case "interface": InterfaceName(rawValue: value) != nil
        case "member": MemberName(rawValue: value) != nil
        default: false
        }
    }

    /// Whether a message matches. Names are compared as they appear in the message.
    func matches(_ message: WireMessage) -> Bool {
        values.allSatisfy { key, value in
            switch key {
            case "type": value == message.kind.word
            case "sender": value == message.sender?.rawValue
            case "destination": value == message.destination?.rawValue
            case "path": value == message.path?.rawValue
            case "interface": value == message.interface?.rawValue
            default: value == message.member?.rawValue
            }
        }
    }
}
