internal import DBus
package import TodayModel

/// A topic of Today over MQTT: `todaycenter/1/<machine>/<widget>/<part>`, or `todaycenter/1/<machine>/$state`.
package struct PublishedTopic: Hashable, Sendable {
    /// The part of a widget that a topic has.
    package enum Part: String, CaseIterable, Sendable {
        case definition, content, state, tap

        /// The parts that a broker keeps.
        package static let kept: [Part] = [.definition, .content, .state]
    }

    package static let prefix = "todaycenter/1/"
    /// The state of a machine that is connected.
    package static let online = "online"
    /// The state of a machine that isn't connected, which its last will sets.
    package static let offline = "offline"

    package let machine: String
    /// The widget and the part; nil for the state of the machine.
    package let widget: (identifier: WidgetIdentifier, part: Part)?

    package static func == (left: PublishedTopic, right: PublishedTopic) -> Bool { left.text == right.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Makes the topic of a machine's state.
    package init(stateOf machine: String) { (self.machine, widget) = (machine, nil) }

    package init(_ part: Part, of identifier: WidgetIdentifier, on machine: String) {
        (self.machine, widget) = (machine, (identifier, part))
    }

    /// Reads a topic; nil if it is another one.
    package init?(_ topic: String) {
        guard topic.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let levels = topic.utf8.dropFirst(Self.prefix.utf8.count).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        guard let machine = levels.first, !machine.isEmpty else { return nil }
        self.machine = machine
        if levels.count == 2, levels[1] == "$state" {
            widget = nil
        } else if levels.count == 3, let identifier = WidgetIdentifier(rawValue: levels[1]),
            let part = Part(rawValue: levels[2])
        {
            widget = (identifier, part)
        } else {
            return nil
        }
    }

    package var text: String {
        guard let widget else { return "\(Self.prefix)\(machine)/$state" }
        return "\(Self.prefix)\(machine)/\(widget.identifier)/\(widget.part.rawValue)"
    }

    /// Returns the filter of the states of the machines that a filter of widgets stands for; nil if it stands for none.
    package static func states(of filter: TopicFilter) -> TopicFilter? {
        guard filter.text.utf8.starts(with: prefix.utf8) else { return nil }
        let rest = filter.text.utf8.dropFirst(prefix.utf8.count)
        let machine = rest.prefix { $0 != UInt8(ascii: "/") }
        if machine.elementsEqual("#".utf8) { return nil }
        return TopicFilter(unchecked: "\(prefix)\(Substring(machine))/$state")
    }
}
