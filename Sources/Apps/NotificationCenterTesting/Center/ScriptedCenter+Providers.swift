internal import DBus
public import NotificationCenter
internal import TodayModel

extension ScriptedCenter {
    /// A widget's program on the bus, called as the center calls it.
    ///
    /// Each call returns the answer of the program. The answer isn't shown, stored or compared with earlier content.
    public struct Provider: Sendable {
        private let connection: Connection
        private let identifier: WidgetIdentifier
        private let name: BusName
        private let path: ObjectPath
        /// The settings that each call passes, by key.
        public var settings: [String: NCValue] = [:]

        init(_ connection: Connection, _ identifier: WidgetIdentifier, _ name: BusName, _ path: ObjectPath) {
            self.connection = connection
            self.identifier = identifier
            self.name = name
            self.path = path
        }

        /// Returns another instance of the widget in the same program, with its own settings.
        ///
        /// - Parameters:
        ///   - number: The number of the instance, from 2 to 999999.
        ///   - settings: The settings that the user has changed.
        public func instance(_ number: Int, settings: [String: NCValue] = [:]) -> Provider {
            var provider = Provider(connection, identifier.instance(number), name, path.ofInstance(number))
            provider.settings = settings
            return provider
        }

        /// Makes the first call. Returns the content before the first update.
        public func beginRequest() async throws -> NCWidgetChanges {
            try NCWidgetChanges(await provider.beginRequest(context: context("start")))
        }

        /// Updates the widget.
        ///
        /// - Parameter reason: A word of the contract, such as `visible`, `interval` or `requested`.
        public func performUpdate(
            reason: String = "requested"
        ) async throws -> (result: NCUpdateResult, changes: NCWidgetChanges) {
            let (word, values) = try await provider.performUpdate(context: context(reason))
            guard let result = NCUpdateResult(rawValue: word) else {
                throw NCError(
                    .invalidValue, "the provider returned \(word.debugDescription), which isn't an update result")
            }
            return (result, try NCWidgetChanges(values))
        }

        /// Reports a tap. The name of a button's own action is in the content, under `action`.
        public func invokeAction(_ action: String, parameter: NCValue? = nil) async throws -> NCWidgetChanges {
            try NCWidgetChanges(
                await provider.invokeAction(
                    action: action, parameter: parameter.map { [$0.dbusValue] } ?? [], platformData: [:]))
        }

        /// Reports that the user chose another display mode, with its maximum size.
        public func displayModeChanged(
            to mode: NCWidgetDisplayMode, maximumSize: Size = Size(width: 320, height: 640)
        ) async throws -> NCWidgetChanges {
            try NCWidgetChanges(
                await provider.displayModeChanged(
                    mode: mode.rawValue, maximumSize: Struct(maximumSize.width, maximumSize.height)))
        }

        /// Asks the provider to end. Returns when it has replied.
        public func endRequest() async throws {
            try await provider.endRequest()
        }

        private var provider: NotificationCenter1Provider {
            NotificationCenter1Provider(connection, name, at: path)
        }

        private func context(_ reason: String) throws -> [String: DBusValue] {
            guard let reason = UpdateReason(rawValue: reason) else {
                throw NCError(.invalidValue, "\(reason.debugDescription) isn't a reason for an update")
            }
            var context = UpdateContext(identifier: identifier, reason: reason)
            context.settings = settings.mapValues(\.dbusValue)
            return context.dictionary
        }
    }

    /// Returns the program of a widget, when it owns its name. The test must have started it.
    ///
    /// - Parameters:
    ///   - identifier: The widget's identifier.
    ///   - busName: The name that the program owns; by default the identifier.
    ///   - objectPath: The path of its object; by default `busName` with `/` for dots and `_` for hyphens.
    /// - Throws: `NCError` for an invalid name; `ConnectionError` if no program owns it within a minute.
    public nonisolated func provider(
        _ identifier: String, busName: String? = nil, objectPath: String? = nil
    ) async throws -> Provider {
        guard let identifier = WidgetIdentifier(rawValue: identifier),
            let name = BusName(rawValue: busName ?? identifier.rawValue)
        else { throw NCError(.invalidIdentifier, "\((busName ?? identifier).debugDescription) isn't a bus name") }
        let path = objectPath.map { ObjectPath(rawValue: $0) } ?? ObjectPath(derivedFrom: name)
        guard let path else {
            throw NCError(.invalidValue, "\((objectPath ?? "").debugDescription) isn't an object path")
        }
        _ = try await connection.waitForOwner(of: name, timeout: .seconds(60))
        return Provider(connection, identifier, name, path)
    }
}
