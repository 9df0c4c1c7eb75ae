internal import DBus
public import TodayModel

/// The content of a widget: one node, with all nodes below it and the closures for taps.
///
/// Write it with a result builder that has a type for each kind of content:
///
/// ```swift
/// Column {
///     Text("Hello", style: .headline)
///     Button("Refresh") { await self.refresh() }
/// }
/// ```
public struct WidgetContent: ContentNode, Sendable {
    /// A closure for a tap. Its parameter is the value of the tap, such as the new state of a toggle.
    public typealias TapHandler = @WidgetActor @Sendable (NCValue?) async throws -> Void

    var kind: String
    var attributes: [String: DBusValue]
    var children: [WidgetContent]
    var tapHandler: TapHandler?

    init(node kind: ContentKind, _ attributes: [ContentAttribute: DBusValue?] = [:], children: [WidgetContent] = []) {
        self.kind = kind.rawValue
        self.attributes = [:]
        for case (let name, let value?) in attributes { self.attributes[name] = value }
        self.children = children
    }

    /// Makes a node of any kind, for kinds and attributes that are newer than this library.
    public init(
        kind: String, attributes: [String: NCValue] = [:], @ContentBuilder children: () -> [WidgetContent] = { [] }
    ) {
        self.kind = kind
        self.attributes = attributes.mapValues { $0.dbusValue }
        self.children = children()
    }

    /// Makes content from an existing tree.
    public init(_ content: Content) {
        kind = content.kind
        attributes = content.attributes
        children = content.children.map { WidgetContent($0) }
    }

    /// Content without any node.
    public static let empty = WidgetContent(Content.empty)

    public var widgetContent: WidgetContent { self }

    /// The tree without its closures, as sent over the bus. It may be invalid; see `Content.validated()`.
    public var tree: Content { resolved().tree }
}

extension WidgetContent {
    /// Returns the tree as it is sent over the bus, and its closures by the names of the actions that call them.
    func resolved() -> (tree: Content, handlers: [String: TapHandler]) {
        var handlers: [String: TapHandler] = [:]
        let tree = resolve(place: "", into: &handlers)
        return (tree, handlers)
    }

    private func resolve(place: String, into handlers: inout [String: TapHandler]) -> Content {
        var content = Content(kind: kind, attributes: attributes)
        if let tapHandler {
            let id: String? = if case .string(let id)? = attributes[.id] { id } else { nil }
            let name = NCActionName.closure(at: place, id: id)
            content[.action] = .string(name)
            handlers[name] = tapHandler
        }
        if content[.fallback] == nil { content[.fallback] = content.fallbackText(now: .now).map { .string($0) } }
        for (index, child) in children.enumerated() {
            content.children.append(child.resolve(place: place + "/\(index)", into: &handlers))
        }
        return content
    }
}
