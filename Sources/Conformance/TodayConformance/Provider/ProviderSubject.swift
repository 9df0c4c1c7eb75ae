internal import DBus
internal import TodayPlatform
internal import TodayManifests
internal import TodayModel

/// What is tried as a provider: a manifest, a command, or a command that provides the widget of a manifest.
struct ProviderSubject: Sendable {
    /// The file of a manifest.
    var manifest: String?
    /// What starts the program, where that is not the manifest's `Exec`.
    var command: [String] = []

    /// How long a provider may take. Tests are in more of a hurry.
    struct Patience: Sendable {
        /// For an answer, the start included.
        var answer: Duration = .seconds(18)
        /// For the object to be there, once its name is owned.
        var settling: Duration = .seconds(2)
        /// For the process to end, after it was asked or told to.
        var ending: Duration = .seconds(2)
        /// For what has no deadline in the contract: that a second program ends, or that one registers again.
        var others: Duration = .seconds(10)
    }

    /// A widget whose provider is called.
    struct Place: Sendable, Hashable {
        let identifier: String
        let name: BusName
        let path: ObjectPath

        /// The identifier of the widget that it is an instance of.
        var widget: String { String(identifier.unicodeScalars.prefix { $0 != "#" }) }
    }

    /// A manifest that was read.
    struct Widget: Sendable {
        let identifier: WidgetIdentifier
        let definition: WidgetDefinition
    }

    /// Reads the manifest.
    ///
    /// - Throws: a ``Failure`` when it is not without faults.
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

    /// The program and its arguments; empty when there is none to start.
    func arguments(for widget: Widget?) throws -> [String] {
        if !command.isEmpty { return command }
        return try widget?.definition.exec.map { try ExecLine.split($0) } ?? []
    }
}
