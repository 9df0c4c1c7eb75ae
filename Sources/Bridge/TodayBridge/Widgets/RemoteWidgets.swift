internal import DBus
package import NotificationCenter
internal import TodayBridgeRules
package import TodayModel

/// The widgets of one source, a host or a broker: registers them with the center, and removes them.
///
/// A source has no more rights than a sandboxed app, but room for ``maximumCount`` widgets and ``maximumBytes`` of content.
@WidgetActor
package final class RemoteWidgets {
    /// The number of widgets of one source.
    package static let maximumCount = 256
    /// The size of all content of one source.
    package static let maximumBytes = 8 << 20
    /// The path above the objects of all widgets.
    private static let path: ObjectPath = "/org/todaycenter/Bridge"

    private let source: String
    private let provider: NCWidgetProvider
    private let links: CenterLinks
    /// The definitions that the center knows.
    private var known: [WidgetIdentifier: Facts] = [:]
    package private(set) var widgets: [WidgetIdentifier: RemoteWidget] = [:]

    /// - Parameters:
    ///   - source: The name of the host or broker in the configuration.
    ///   - provider: The provider of all widgets of this program.
    ///   - links: The links of this program to the center.
    package init(of source: String, provider: NCWidgetProvider, links: CenterLinks) {
        self.source = source
        self.provider = provider
        self.links = links
    }

    /// Returns the identifier here of a widget; nil if it is too long.
    package func identifier(of widget: String) -> WidgetIdentifier? {
        RemoteIdentifier.identifier(of: widget, source: source)
    }

    /// Returns the end of an identifier of this source; nil for another one.
    package func name(of identifier: WidgetIdentifier) -> String? {
        let prefix = RemoteIdentifier.prefix + source + "."
        guard identifier.rawValue.utf8.starts(with: prefix.utf8) else { return nil }
        return String(identifier.rawValue.dropFirst(prefix.utf8.count))
    }

    /// The part of a definition that can differ between widgets of a source.
    private struct Facts: Equatable {
        let name, description, icon, category: String
        let sizes: [WidgetSize]
        let largestDisplayMode: DisplayMode
        let height: Double
        let settings: [SettingDeclaration]

        init(_ definition: NCWidgetDefinition, _ identifier: WidgetIdentifier) {
            name = definition.name ?? identifier.rawValue
            description = definition.description ?? ""
            icon = definition.icon ?? ""
            category = definition.category ?? ""
            sizes = definition.sizes
            largestDisplayMode = definition.largestDisplayMode
            height = definition.preferredContentSize?.height ?? 0
            settings = definition.settings
        }

        init(_ widget: WidgetProperties) {
            name = widget.name
            description = widget.description
            icon = widget.icon
            category = widget.category
            sizes = widget.sizes
            largestDisplayMode = widget.largestDisplayMode
            height = widget.preferredContentSize.height
            settings = widget.settingsSchema.declarations
        }
    }

    /// Provides a widget that the center has stored, with its content.
    ///
    /// - Throws: ``NCError``.
    @discardableResult
    package func adopt(_ stored: WidgetProperties) async throws(NCError) -> RemoteWidget {
        let widget = try await add(stored.identifier)
        widget.set(stored.content, from: stored.updatedAt, hasContent: stored.hasContent)
        known[stored.identifier] = Facts(stored)
        return widget
    }

    /// Adds or redefines a widget. Its provider is set here. A definition that the center knows isn't sent.
    ///
    /// - Throws: ``NCError``; with code `limitExceeded` if the source has too many widgets.
    @discardableResult
    package func set(
        _ identifier: WidgetIdentifier, as definition: NCWidgetDefinition
    ) async throws(NCError) -> RemoteWidget {
        let widget = try await add(identifier)
        let facts = Facts(definition, identifier)
        if known[identifier] == facts { return widget }
        var definition = definition
        definition.provider = .activatable(
            busName: TodayBus.bridgeName.rawValue, objectPath: Self.path(of: identifier))
        try await NCWidgetController(links.link(for: identifier)).register(identifier.rawValue, as: definition)
        known[identifier] = facts
        return widget
    }

    private func add(_ identifier: WidgetIdentifier) async throws(NCError) -> RemoteWidget {
        if let widget = widgets[identifier] { return widget }
        if widgets.count >= Self.maximumCount {
            throw NCError(.limitExceeded, "\(source) has more than \(Self.maximumCount) widgets")
        }
        let widget = RemoteWidget()
        widgets[identifier] = widget
        do {
            try await provider.add(widget, as: identifier.rawValue, at: Self.path(of: identifier))
        } catch {
            widgets[identifier] = nil
            throw error
        }
        return widget
    }

    private static func path(of identifier: WidgetIdentifier) -> String {
        path.appending(escaping: String(identifier.rawValue.dropFirst(RemoteIdentifier.prefix.utf8.count))).rawValue
    }

    /// Removes a widget from the center.
    package func remove(_ identifier: WidgetIdentifier) async throws(NCError) {
        widgets[identifier] = nil
        known[identifier] = nil
        links.remove(identifier)
        await provider.remove(identifier.rawValue)
        try await NCWidgetController().unregister(identifier.rawValue)
    }

    /// Stops providing all widgets. The center keeps them.
    package func release() async {
        for identifier in widgets.keys {
            links.remove(identifier)
            await provider.remove(identifier.rawValue)
        }
        (widgets, known) = ([:], [:])
    }

    /// Compares what the center has with the definitions here: a new center may not know them.
    ///
    /// - Parameter stored: The widgets from elsewhere that the center has.
    package func follow(_ stored: [WidgetIdentifier: WidgetProperties]) {
        known = known.filter { stored[$0.key].map(Facts.init) == $0.value }
    }

    /// Shows why a stored widget, which nothing provides, isn't current.
    package static func fail(_ identifier: WidgetIdentifier, _ text: String) async throws {
        var changes = WidgetChanges()
        (changes.error, changes.errorKind) = (text, .unreachable)
        _ = try await CenterClient(CenterLink.shared.connection()).updateWidget(identifier, changes)
    }

    /// Returns all widgets from elsewhere that the center has stored.
    package static func stored() async throws -> [WidgetIdentifier: WidgetProperties] {
        let all = try await CenterClient(CenterLink.shared.connection()).widgets().values
        let widgets = all.compactMap { try? WidgetProperties($0) }.filter {
            $0.source == .registered && RemoteIdentifier.source(of: $0.identifier) != nil
        }
        return Dictionary(widgets.map { ($0.identifier, $0) }) { $1 }
    }
}
