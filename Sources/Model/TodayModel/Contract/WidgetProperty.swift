package import DBus

/// The declaration of a property of a widget's object. The centers export their properties by it.
package struct WidgetProperty: Sendable {
    /// The type on the bus.
    package let type: Signature
    /// The version of the contract that added it.
    package let version: UInt32
    package let changeSignal: ChangeSignal
    /// The text that introspection shows.
    package let documentation: String
    /// The value in the properties that a panel knows.
    package let value: @Sendable (WidgetProperties) -> any DBusType

    init<Value: DBusType>(
        _ documentation: String, since version: UInt32 = 1, _ changeSignal: ChangeSignal = .emitsChange,
        _ value: @escaping @Sendable (WidgetProperties) -> Value
    ) {
        type = Value.signature
        self.version = version
        self.changeSignal = changeSignal
        self.documentation = documentation + (version > 1 ? " Since version \(version)." : "")
        self.value = value
    }
}

extension WidgetMember {
    package var declaration: WidgetProperty {
        switch self {
        case .identifier: .init("The widget's identifier, for programs.", .constant) { $0.identifier }
        case .name: .init("The localized name, for the user.") { $0.name }
        case .description: .init("One localized sentence for the user; may be empty.") { $0.description }
        case .icon: .init("The plain name of an icon in the theme, or an absolute path; may be empty.") { $0.icon }
        case .containingApp:
            .init("The desktop file ID of the containing app, without .desktop; may be empty.") { $0.containingApp }
        case .hasContent: .init("Whether the widget has anything to show. If false, panels hide it.") { $0.hasContent }
        case .arranged: .init("Whether the widget is in the center's Arrangement.") { $0.arranged }
        case .displayMode: .init("The display mode in all panels, compact or expanded.") { $0.displayMode.rawValue }
        case .largestDisplayMode: .init("The largest mode that the widget offers.") { $0.largestDisplayMode.rawValue }
        case .preferredContentSize:
            .init("The preferred size when expanded; the width is ignored.") { $0.preferredContentSize }
        case .marginInsets:
            .init("Top, left, bottom, right. If a value is negative, the panel decides.") { $0.marginInsets }
        case .content:
            .init(
                "The tree to draw. A node has a kind, attributes and children. Empty content is (\"\", {}, [])."
            ) { $0.content }
        case .revision:
            .init(
                "Rises with each change of the content, its sizes or its margins, and never falls. Always "
                    + "signaled with Content."
            ) { $0.revision }
        case .updatedAt:
            .init(
                "The time when the content was last confirmed; 0 is never. Signaled at most once a minute "
                    + "if nothing else changes."
            ) { $0.updatedAt }
        case .nextUpdate: .init("The time of the update that the provider asked for, or 0.") { $0.nextUpdate }
        case .isSnapshot:
            .init("Whether the content is from an earlier session and not confirmed yet.") { $0.isSnapshot }
        case .lastResult:
            .init(
                "The result of the last run: new-data, no-data or failed; empty before the first one."
            ) { $0.lastResult?.rawValue ?? "" }
        case .state:
            .init(
                "idle, updating, suspended after crashes, or unavailable: not running and not startable."
            ) { $0.state.rawValue }
        case .error:
            .init(
                "The current error. The first line is a sentence for the user; further lines are details. "
                    + "Empty if all is well."
            ) { $0.error }
        case .source: .init("The origin of the definition, manifest or registered.") { $0.source.rawValue }
        case .instances: .init("Whether AddInstance can add an instance.", since: 2) { $0.instances }
        case .settings:
            .init(
                "The current values of all settings by key: s, x, d or b, depending on their types.", since: 2
            ) { $0.settings }
        case .settingsSchema:
            .init(
                "The settings in the order of a form, with the keys of SettingsSchema in a definition.", since: 2
            ) { $0.settingsSchema.dictionaries }
        case .errorKind:
            .init(
                "The kind of Error: not-started, no-provider, crashed, timed-out, invalid-answer, memory, "
                    + "unreachable, or app for the provider's own text. Empty exactly while Error is empty. An "
                    + "unknown word means app.", since: 3
            ) { $0.errorKind?.rawValue ?? "" }
        case .retryAt:
            .init(
                "The time when the center retries after a failure, or 0 if it doesn't or all is well.", since: 3
            ) { $0.retryAt }
        case .attention:
            .init(
                "How strongly the widget asks for attention: none, badge or alert. An unknown word means "
                    + "badge.", since: 3
            ) { $0.attention.rawValue }
        case .badge:
            .init(
                "The count beside Attention. 0 shows a dot; a number above 9999 is shown as 9999+.", since: 3
            ) { $0.badge }
        case .options:
            .init(
                "All current choices of the user: Size (s), UpdateInterval (u, in seconds; 0 is only while "
                    + "a panel is visible), Paused (b).", since: 3
            ) { $0.options.dictionary }
        case .sizes:
            .init(
                "The sizes that the widget offers, from small and regular; never empty.", since: 3
            ) { $0.sizes.map(\.rawValue) }
        case .category:
            .init(
                "A main category of the Desktop Menu Specification, such as Network; may be another word, "
                    + "or empty.", since: 3
            ) { $0.category }
        }
    }
}
