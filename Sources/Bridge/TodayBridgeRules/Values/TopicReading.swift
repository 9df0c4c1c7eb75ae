package import DBus
package import TodayModel

/// The value and the time of one message.
package struct TopicReading: Hashable, Sendable {
    package let value: TopicValue
    /// The time that the message names; nil if it names none.
    package let time: Timestamp?

    /// Reads a payload as a subscription says.
    ///
    /// - Throws: A fault without a path, such as `the payload isn't UTF-8`.
    package init(_ payload: [UInt8], of group: SubscriptionGroup) throws(Fault) {
        let text = try Payload.text(payload)
        var time: Timestamp?
        if group.value == nil, group.time == nil {
            switch group.kind {
            case .content: value = .content(try Payload.content(text))
            case .list: value = Self.list(text)
            default: value = TopicValue(reading: text)
            }
        } else {
            let document = try Payload.document(text)
            time = group.time.flatMap { $0.value(in: document) }.flatMap { Timestamp(reported: $0) }
            value = try Self.value(of: document, text, group)
        }
        self.time = time
        if [.progress, .chart].contains(group.kind), value.number == nil {
            throw Fault(message: "\(value.shown().excerpt) isn't a number")
        }
    }

    private static func value(
        of document: DBusValue, _ text: String, _ group: SubscriptionGroup
    ) throws(Fault) -> TopicValue {
        guard let path = group.value else {
            if group.kind == .content { return .content(try Payload.content(text)) }
            return TopicValue(document) ?? .text(ForeignText.cleaned(text, keepsLines: true))
        }
        guard let found = path.value(in: document) else {
            throw Fault(message: "the payload has no value at \(path.steps.joined(separator: ".").excerpt)")
        }
        if group.kind == .content {
            let content: Content
            do { content = try Payload.content(found.json()) } catch {
                throw error.below(path.steps.joined(separator: "."))
            }
            return .content(content)
        }
        // A number in quotes is a number.
        if case .string(let text) = found { return group.kind == .list ? list(text) : TopicValue(reading: text) }
        guard let value = TopicValue(found) else {
            throw Fault(
                path: path.steps.joined(separator: "."), message: "\(found.excerpt) isn't a text, a number or an array")
        }
        return value
    }

    /// Reads a list: a JSON array, or lines.
    private static func list(_ text: String) -> TopicValue {
        if text.utf8.first == UInt8(ascii: "["), let document = try? Payload.document(text),
            let value = TopicValue(document), case .list = value
        {
            return value
        }
        let lines = text.split(whereSeparator: \.isNewline).map { ForeignText.title(String($0)) }
        return .list(lines.filter { !$0.isEmpty })
    }
}

/// The bytes of a message. What is wrong with them is a fault, and nothing is kept.
package enum Payload {
    /// The size of the largest message that is read: a content tree as JSON.
    package static let maximumBytes = Limits.jsonBytes

    /// - Throws: A fault if the payload is too long or isn't UTF-8.
    package static func text(_ payload: [UInt8]) throws(Fault) -> String {
        if payload.count > maximumBytes {
            throw Fault(message: "the payload of \(payload.count) bytes is longer than \(maximumBytes)")
        }
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw Fault(message: "the payload isn't UTF-8")
        }
        return text
    }

    /// Reads a JSON document of a device, in which null means that a value is missing.
    package static func document(_ text: String) throws(Fault) -> DBusValue { try DBusValue(relaxedJSON: text) }

    /// Reads content, which may name no file of this machine.
    package static func content(_ text: String) throws(Fault) -> Content {
        let content = try Content.parse(json: text)
        if let fault = content.fileURLFault { throw fault }
        return content
    }
}
