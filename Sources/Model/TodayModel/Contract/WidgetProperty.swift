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
        case .identifier: .init("The widget's name for programs.", .constant) { $0.identifier }
        case .name: .init("For people, localised.") { $0.name }
        case .description: .init("One sentence for people, localised; may be empty.") { $0.description }
        case .icon: .init("The plain name of an icon in the theme or an absolute path; may be empty.") { $0.icon }
        case .containingApp:
            .init("The desktop file id of its app, without .desktop; may be empty.") { $0.containingApp }
        case .hasContent: .init("Whether it has anything to show; if not, no panel shows it.") { $0.hasContent }
        case .arranged: .init("Whether it is in the center's Arrangement.") { $0.arranged }
        case .displayMode: .init("compact or expanded: the user's choice for all panels.") { $0.displayMode.rawValue }
        case .largestDisplayMode: .init("The largest mode it offers.") { $0.largestDisplayMode.rawValue }
        case .preferredContentSize:
            .init("How large it would like to be when expanded; the width is ignored.") { $0.preferredContentSize }
        case .marginInsets:
            .init("Top, left, bottom, right; a negative side is as the panel proposes.") { $0.marginInsets }
        case .content:
            .init("The tree to draw; a node is kind, attributes, children. Empty is (\"\", {}, []).") { $0.content }
        case .revision:
            .init("Counts changes of what the provider gave; never falls. Travels with Content.") { $0.revision }
        case .updatedAt:
            .init(
                "When the content was confirmed last; 0 is never. Signalled at most once a minute when nothing else "
                    + "changed."
            ) { $0.updatedAt }
        case .nextUpdate: .init("When the provider asked to be updated once more; 0 is not.") { $0.nextUpdate }
        case .isSnapshot:
            .init("Whether the content is of an earlier session and not confirmed yet.") { $0.isSnapshot }
        case .lastResult:
            .init("new-data, no-data or failed; empty before the first run.") { $0.lastResult?.rawValue ?? "" }
        case .state:
            .init("idle, updating, suspended after crashes, or unavailable: not running and not startable.") {
                $0.state.rawValue
            }
        case .error:
            .init(
                "What went wrong: a sentence for people, and from the second line on what those want to know who look "
                    + "into it. Empty when all is well."
            ) { $0.error }
        case .source: .init("manifest or registered.") { $0.source.rawValue }
        case .instances: .init("Whether AddInstance may add it once more.", since: 2) { $0.instances }
        case .settings:
            .init("The values of its settings in force, by key: s, x, d or b by the type.", since: 2) { $0.settings }
        case .settingsSchema:
            .init("Its settings in the order of a form, with the keys of a definition's SettingsSchema.", since: 2) {
                $0.settingsSchema.dictionaries
            }
        case .errorKind:
            .init(
                "The kind of Error: not-started, no-provider, crashed, timed-out, invalid-answer, memory, unreachable, or "
                    + "app, whose text is the provider's own. Empty exactly while Error is empty. An unknown word means "
                    + "app.", since: 3
            ) { $0.errorKind?.rawValue ?? "" }
        case .retryAt:
            .init(
                "When the center tries again by itself after a failure; 0 if it doesn't, or all is well.", since: 3
            ) { $0.retryAt }
        case .attention:
            .init(
                "How strongly it asks for attention: none, badge or alert. An unknown word means badge.", since: 3
            ) { $0.attention.rawValue }
        case .badge:
            .init(
                "The count beside Attention; 0 shows a dot, and a number above 9999 is shown as 9999+.", since: 3
            ) { $0.badge }
        case .options:
            .init(
                "The user's choices in force, complete: Size (s), UpdateInterval (u, seconds; 0 is only while viewed), "
                    + "Paused (b).", since: 3
            ) { $0.options.dictionary }
        case .sizes:
            .init("The sizes that it offers, from small and regular; never empty.", since: 3) {
                $0.sizes.map(\.rawValue)
            }
        case .category:
            .init(
                "A main category of the freedesktop menu specification, such as Network; may be another word, or empty.",
                since: 3
            ) { $0.category }
        }
    }
}
