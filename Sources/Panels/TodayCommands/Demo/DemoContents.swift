internal import DBus
internal import Glibc
internal import TodayManifests
internal import TodayModel
internal import TodayPlatform

/// The widgets of the demo.
enum DemoContents: Hashable {
    /// The widgets that come with the center, as far as this machine has something for them.
    case widgets
    /// The same widgets, all of them, with recorded content.
    case samples
    /// The example widgets of a checkout, with the apps that they belong to.
    case examples

    /// Returns the folder with the manifests that the center reads; nil if it reads none.
    ///
    /// - Throws: If they don't exist.
    func manifests(of installation: Installation) throws -> String? {
        guard let manifests = installation.manifests else {
            throw CommandFailure(.failed, tr("the widgets aren't installed"))
        }
        switch self {
        case .widgets: return manifests
        case .samples: return nil
        case .examples:
            guard let checkout = installation.checkout else {
                throw CommandFailure(
                    .failed,
                    tr("the examples aren't installed; in a checkout of the source, run 'swift build' and try again"))
            }
            return checkout + "/data/examples/widgets"
        }
    }

    /// Gives the widgets something to show, while the center runs.
    func fill(_ client: CenterClient, _ installation: Installation, _ ending: Ending) async throws {
        switch self {
        case .widgets: break
        case .samples: try await Self.registerSamples(client, installation)
        case .examples: try await Self.runApps(installation, ending)
        }
    }

    // MARK: Samples

    /// Registers each widget that has a sample, with its content.
    private static func registerSamples(_ client: CenterClient, _ installation: Installation) async throws {
        guard let folder = installation.manifests else { return }
        let names = (FolderContents.names(in: folder) ?? []).filter { $0.hasSuffix(".widget") }.sorted()
        for name in names {
            let identifier = try WidgetIdentifier(widget: String(name.dropLast(".widget".count)))
            let text = try TextFile.read("\(folder)/\(name)", maximumBytes: 64 << 10)
            let manifest = try Manifest.parse(text, identifier: identifier, locale: Environment.locale())
            guard let sample = manifest.definition.sampleFile else { continue }
            var definition = WidgetDefinition()
            definition.name = tr("{name} (Sample)", ["name": manifest.definition.name ?? name])
            definition.icon = manifest.definition.icon
            definition.largestDisplayMode = manifest.definition.largestDisplayMode
            (definition.sizes, definition.category) = (manifest.definition.sizes, manifest.definition.category)
            definition.changes.content = try sample.content(of: "\(folder)/\(name)")
            try await client.registerWidget(identifier, definition.dictionary)
        }
    }

    // MARK: Examples

    private static let commands = [
        ["shared-list", "add", "Milk", "Rye bread", "Apples"],
        ["simple-timer", "start", "5min", "--detach"],
    ]
    /// The longest time for an app.
    private static let limit = Duration.seconds(10)

    /// Runs the apps of the examples that are built. If an app fails, its widget has nothing to show.
    private static func runApps(_ installation: Installation, _ ending: Ending) async throws {
        for command in commands {
            guard !ending.hasEnded, let program = installation.program(command[0]) else { continue }
            let request = ChildProcess.Request([program] + command.dropFirst())
            let app = try await RunningProcess.start(request, limit: limit)
            ending.onEnd { app.end() }
            _ = await app.exit()
        }
    }
}
