internal import DBus
public import TodayModel

/// What a widget shows: one node, with everything below it and the closures that answer taps.
///
/// It is written with a result builder whose names are those of the kinds of content:
///
/// ```swift
/// Column {
///     Text("Hello", style: .headline)
///     Button("Refresh") { await self.refresh() }
/// }
/// ```
public struct WidgetContent: ContentNode, Sendable {
    /// What answers a tap. It gets the value that came with the tap, such as the new state of a toggle.
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

    /// A node of any kind, for kinds and attributes that came after this library.
    public init(
        kind: String, attributes: [String: NCValue] = [:], @ContentBuilder children: () -> [WidgetContent] = { [] }
    ) {
        self.kind = kind
        self.attributes = attributes.mapValues { $0.dbusValue }
        self.children = children()
    }

    /// A tree that was made elsewhere.
    public init(_ content: Content) {
        kind = content.kind
        attributes = content.attributes
        children = content.children.map { WidgetContent($0) }
    }

    /// Nothing to show.
    public static let empty = WidgetContent(Content.empty)

    public var widgetContent: WidgetContent { self }

    /// The tree without its closures, as it goes over the bus. It may be invalid, see `Content.validated()`.
    public var tree: Content { resolved().tree }
}

extension WidgetContent {
    /// The names of actions with this prefix stand for closures.
    static let tapPrefix = "tap:"

    /// The tree as it goes over the bus, and its closures by the name of the action that calls them.
    ///
    /// A closure is named by its node's `id`, else by the way to its node, so that a program that was started anew for
    /// a tap finds the closure again.
    func resolved() -> (tree: Content, handlers: [String: TapHandler]) {
        var handlers: [String: TapHandler] = [:]
        let tree = resolve(place: "", into: &handlers)
        return (tree, handlers)
    }

    private func resolve(place: String, into handlers: inout [String: TapHandler]) -> Content {
        var content = Content(kind: kind, attributes: attributes)
        if let tapHandler {
            var name = Self.tapPrefix + place
            if case .string(let id)? = attributes[.id] { name = "\(Self.tapPrefix)#\(id)" }
            content[.action] = .string(name)
            handlers[name] = tapHandler
        }
        for (index, child) in children.enumerated() {
            content.children.append(child.resolve(place: place + "/\(index)", into: &handlers))
        }
        return content
    }
}
