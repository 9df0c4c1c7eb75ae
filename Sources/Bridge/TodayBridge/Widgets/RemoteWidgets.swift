internal import DBus
package import NotificationCenter
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
    /// The beginning of all identifiers.
    package static let prefix = "org.todaycenter.remote."

    private let source: String
    private let provider: NCWidgetProvider
    private let links: CenterLinks
    private var definitions: [WidgetIdentifier: NCWidgetDefinition] = [:]
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
        WidgetIdentifier(rawValue: Self.prefix + source + "." + widget)
    }

    /// Adds or redefines a widget. Its provider is set here.
    ///
    /// - Throws: ``NCError``; with code `limitExceeded` if the source has too many widgets.
    @discardableResult
    package func set(
        _ identifier: WidgetIdentifier, as definition: NCWidgetDefinition
    ) async throws(NCError) -> RemoteWidget {
        let widget = widgets[identifier] ?? RemoteWidget()
        let path = Self.path.appending(escaping: String(identifier.rawValue.dropFirst(Self.prefix.utf8.count)))
        if widgets[identifier] == nil {
            if widgets.count >= Self.maximumCount {
                throw NCError(.limitExceeded, "\(source) has more than \(Self.maximumCount) widgets")
            }
            widgets[identifier] = widget
            try await provider.add(widget, as: identifier.rawValue, at: path.rawValue)
        }
        var definition = definition
        definition.provider = .activatable(busName: TodayBus.bridgeName.rawValue, objectPath: path.rawValue)
        try await NCWidgetController(links.link(for: identifier)).register(identifier.rawValue, as: definition)
        definitions[identifier] = definition
        return widget
    }

    /// Removes a widget from the center.
    package func remove(_ identifier: WidgetIdentifier) async throws(NCError) {
        widgets[identifier] = nil
        definitions[identifier] = nil
        links.remove(identifier)
        await provider.remove(identifier.rawValue)
        try await NCWidgetController().unregister(identifier.rawValue)
    }
}
