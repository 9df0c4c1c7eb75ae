/// A node in the content of a widget.
public protocol ContentNode: Sendable {
    /// The node with all nodes below it.
    var widgetContent: WidgetContent { get }
}

/// Combines nodes, with `if`, `switch` and `for`.
///
/// A widget's whole content is one node: several nodes become a column, and no node is empty content.
@resultBuilder
public enum ContentBuilder {
    public static func buildExpression(_ node: some ContentNode) -> [WidgetContent] { [node.widgetContent] }
    public static func buildExpression(_ node: WidgetContent) -> [WidgetContent] { [node] }
    public static func buildExpression(_ nodes: [WidgetContent]) -> [WidgetContent] { nodes }
    public static func buildBlock(_ parts: [WidgetContent]...) -> [WidgetContent] { parts.flatMap { $0 } }
    public static func buildOptional(_ nodes: [WidgetContent]?) -> [WidgetContent] { nodes ?? [] }
    public static func buildEither(first nodes: [WidgetContent]) -> [WidgetContent] { nodes }
    public static func buildEither(second nodes: [WidgetContent]) -> [WidgetContent] { nodes }
    public static func buildArray(_ parts: [[WidgetContent]]) -> [WidgetContent] { parts.flatMap { $0 } }
    public static func buildLimitedAvailability(_ nodes: [WidgetContent]) -> [WidgetContent] { nodes }
    public static func buildFinalResult(_ nodes: [WidgetContent]) -> [WidgetContent] { nodes }

    public static func buildFinalResult(_ nodes: [WidgetContent]) -> WidgetContent {
        let shown = nodes.filter { !$0.kind.isEmpty }
        return switch shown.count {
        case 0: .empty
        case 1: shown[0]
        default: WidgetContent(node: .column, children: shown)
        }
    }
}
