internal import DBus

/// A message that a transcript expects: a signal, or a call to a provider.
struct EventPattern {
    private let members: [String: CaseValue]

    init(_ value: CaseValue) throws {
        guard let members = value.object else { throw BadTranscript("\(value) isn't a message") }
        self.members = members
    }

    /// Compares it with a received message. Returns the difference, or nil.
    func difference(_ event: BusClient.Event, _ pattern: inout Pattern) throws -> String? {
        let other = Self.mismatch(event)
        switch event {
        case .reply: return other
        case .asked(let call): return members["asked"] == .text(call.member) ? nil : other
        case .signal(let signal):
            let body = signal.body
            switch signal.member.rawValue {
            case "PropertiesChanged":
                guard let object = members["changed"], body.count == 3, signal.path.rawValue == Self.path(of: object)
                else { return other }
                return try changes(body, pattern: &pattern)
            case "InterfacesAdded":
                guard let object = members["added"], body.first == Self.value(of: object) else { return other }
                guard let values = members["values"]?.object, case .dictionary(let interfaces, _, _)? = body.last
                else { return nil }
                guard let entry = interfaces.first(where: { $0.key == .string(CenterNames.widget) }) else {
                    return "the Widget interface is missing"
                }
                return try pattern.difference(values, Self.properties(entry.value))
            case "InterfacesRemoved":
                guard let object = members["removed"], body.first == Self.value(of: object) else { return other }
                return nil
            case "WidgetUpdated":
                guard let identifier = members["updated"], body.count == 3,
                    Notation.written(body[0]) == identifier
                else { return other }
                if let result = members["result"], Notation.written(body[1]) != result { return other }
                return try pattern.difference(members["details"]?.object ?? [:], Self.properties(body[2]))
            default:
                guard members["signal"] == .text(signal.member.rawValue),
                    members["path"].map({ Self.path(of: $0) == signal.path.rawValue }) ?? true
                else { return other }
                return try pattern.difference(members["args"]?.array ?? [], body)
            }
        }
    }

    /// The difference of a message that isn't of the expected kind, or of another object.
    static func mismatch(_ event: BusClient.Event) -> String { "it is \(describe(event))" }

    private func changes(_ body: [DBusValue], pattern: inout Pattern) throws -> String? {
        let changed = Self.properties(body[1])
        if case .array(let invalidated, _) = body[2], !invalidated.isEmpty {
            return "\(Notation.written(body[2])) have no values"
        }
        if let names = members["names"]?.array {
            let seen = changed.keys.sorted()
            guard Set(names) == Set(seen.map(CaseValue.text)) else { return "the changed properties are \(seen)" }
        }
        return try pattern.difference(members["values"]?.object ?? [:], changed)
    }

    /// Returns the path of the object for a widget's identifier or a target.
    static func path(of target: CaseValue) -> String {
        switch target {
        case .text("center"): CenterNames.centerPath
        case .text("apps"): CenterNames.appsPath
        case .text(let text): text.hasPrefix("/") ? text : CenterNames.path(ofWidget: text)
        case .object(let members):
            if let widget = members["widget"]?.text {
                CenterNames.path(ofWidget: widget)
            } else if let group = members["group"]?.text {
                CenterNames.path(ofGroup: group)
            } else {
                members["path"]?.text ?? "/"
            }
        default: "/"
        }
    }

    private static func value(of target: CaseValue) -> DBusValue {
        .objectPath(ObjectPath(unchecked: path(of: target)))
    }

    private static func properties(_ value: DBusValue) -> [String: DBusValue] {
        guard case .dictionary(let entries, _, _) = value.unwrapped else { return [:] }
        return Dictionary(entries.map { (Notation.key($0.key), $0.value.unwrapped) }) { first, _ in first }
    }

    /// Describes a received message in one line.
    static func describe(_ event: BusClient.Event) -> String {
        switch event {
        case .asked(let call): "the call \(call.member) at \(call.path)"
        case .reply(_, .success(let values)): "the reply \(Notation.written(values))"
        case .reply(_, .failure(let error)): "the error \(error)"
        case .signal(let signal):
            "\(signal.member) of \(signal.path): "
                + signal.body.map { "\(Notation.written($0))" }.joined(separator: ", ")
        }
    }
}
