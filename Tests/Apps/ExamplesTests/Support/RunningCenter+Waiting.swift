import DBus
import DBusTesting
import TodayModel

extension RunningCenter {
    /// Returns the properties of a widget that fulfill a condition, as they are or after a change.
    ///
    /// - Throws: ``DeadlineExceeded`` if nothing more changes.
    @discardableResult
    func widget(
        _ identifier: WidgetIdentifier, where condition: (WidgetProperties) -> Bool
    ) async throws -> WidgetProperties {
        let signals = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.name))
        while true {
            let count = signals.signals.count
            if let properties = try? await client.properties(of: identifier), condition(properties) {
                return properties
            }
            try await signals.wait(for: count + 1)
        }
    }

    /// Waits until a widget shows this text first.
    func shows(_ text: String, _ identifier: WidgetIdentifier) async throws {
        try await widget(identifier) { $0.content.texts.first == text }
    }

    /// Waits until a name has no owner.
    func left(_ name: WidgetIdentifier) async throws {
        let owners = try await client.connection.owners(of: BusName(name.rawValue))
        try await withDeadline { for await owner in owners where owner == nil { return } }
    }
}
