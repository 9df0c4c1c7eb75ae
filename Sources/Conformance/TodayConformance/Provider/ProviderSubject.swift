internal import DBus
internal import TodayPlatform
internal import TodayManifests
internal import TodayModel

/// The provider under test: a manifest, a command, or a command that provides the widget of a manifest.
struct ProviderSubject: Sendable {
    /// The file of a manifest.
    var manifest: String?
    /// The command that starts the program, if it isn't the manifest's `Exec`.
    var command: [String] = []

    /// The time limits for a provider. Tests use shorter ones.
    struct TimeLimits: Sendable {
        /// For an answer, including the start.
        var answer: Duration = .seconds(18)
        /// For the object to exist, once its name is owned.
        var settling: Duration = .seconds(2)
        /// For the process to end after a request or a signal.
        var ending: Duration = .seconds(2)
        /// For events without a deadline in the contract: a second program ends, or a program registers again.
        var others: Duration = .seconds(10)
    }

    /// A widget whose provider is called.
    struct Place: Sendable, Hashable {
        let identifier: String
        let name: BusName
        let path: ObjectPath

        /// The identifier of the widget, without the instance number.
        var widget: String { String(identifier.unicodeScalars.prefix { $0 != "#" }) }
    }

    /// A parsed manifest.
    struct Widget: Sendable {
        let identifier: WidgetIdentifier
        let definition: WidgetDefinition
    }

    /// Reads the manifest.
    ///
    /// - Throws: A ``Failure`` if it has faults.
    func widget() throws -> Widget? {
        guard let manifest else { return nil }
        let file = String(manifest.split(at: "/").last ?? "")
        guard file.hasSuffix(".widget"), let identifier = WidgetIdentifier(rawValue: String(file.dropLast(7))) else {
            throw Failure(expected: "a file that is called IDENTIFIER.widget", seen: file)
        }
        do {
            let text = try TextFile.read(manifest, maximumBytes: 64 << 10)
            let parsed = try Manifest.parse(text, identifier: identifier, locale: nil)
            return Widget(identifier: identifier, definition: parsed.definition)
        } catch let fault as ManifestFault {
            throw Failure(expected: "a manifest without faults", seen: "\(manifest):\(fault)")
        } catch {
            throw Failure(expected: "a file that can be read", seen: "\(error)")
        }
    }

    /// Returns the program and its arguments; empty if no program has to be started.
    func arguments(for widget: Widget?) throws -> [String] {
        if !command.isEmpty { return command }
        return try widget?.definition.exec.map { try ExecLine.split($0) } ?? []
    }
}
