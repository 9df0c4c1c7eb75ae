internal import DBus
internal import TodayModel

extension CenterContract {
    /// The interface of every widget's object; the path identifies the widget.
    static let widget = Interface<Center>(
        TodayBus.widget, documentation: "One widget. All properties are read-only. Since version 1."
    ) {
        property(.identifier, "The widget's name for programs.", .constant) { $0.identifier.rawValue }
        property(.name, "For people, localised.") { $0.name }
        property(.description, "One sentence for people, localised; may be empty.") { $0.definition.description ?? "" }
        property(.icon, "The plain name of an icon in the theme or an absolute path; may be empty.") { $0.icon }
        property(.containingApp, "The desktop file id of its app, without .desktop; may be empty.") {
            $0.definition.containingApp ?? ""
        }
        property(.hasContent, "Whether it has anything to show; if not, no panel shows it.") { $0.hasContent }
        Property(
            WidgetMember.arranged.memberName, doc: "Whether it is in the center's Arrangement."
        ) { (center: isolated Center, path: ObjectPath) in
            center.registry.isArranged(try center.widget(at: path).identifier)
        }
        property(.displayMode, "compact or expanded: the user's choice for all panels.") { $0.displayMode.rawValue }
        property(.largestDisplayMode, "The largest mode it offers.") { $0.largestDisplayMode.rawValue }
        property(.preferredContentSize, "How large it would like to be when expanded; the width is ignored.") {
            $0.preferredContentSize
        }
        property(.marginInsets, "Top, left, bottom, right; a negative side is as the panel proposes.") {
            $0.marginInsets
        }
        property(.content, "The tree to draw; a node is kind, attributes, children. Empty is (\"\", {}, []).") {
            $0.content
        }
        property(.revision, "Counts changes of what the provider gave; never falls. Travels with Content.") {
            $0.revision
        }
        property(
            .updatedAt,
            "When the content was confirmed last; 0 is never. Signalled at most once a minute when nothing else changed."
        ) { $0.updatedAt }
        property(.nextUpdate, "When the provider asked to be updated once more; 0 is not.") { $0.nextUpdate }
        property(.isSnapshot, "Whether the content is of an earlier session and not confirmed yet.") { $0.isSnapshot }
        property(.lastResult, "new-data, no-data or failed; empty before the first run.") {
            $0.lastResult?.rawValue ?? ""
        }
        property(.state, "idle, updating, suspended after crashes, or unavailable: not running and not startable.") {
            $0.state.rawValue
        }
        property(
            .error,
            "What went wrong: a sentence for people, and from the second line on what those want to know who look "
                + "into it. Empty when all is well."
        ) { $0.error }
        property(.source, "manifest or registered.") { $0.source.rawValue }
        property(.instances, "Whether AddInstance may add it once more. Since version 2.") { $0.definition.instances }
        property(
            .settings, "The values of its settings in force, by key: s, x, d or b by the type. Since version 2."
        ) { $0.settings.dictionary }
        property(
            .settingsSchema,
            "Its settings in the order of a form, with the keys of a definition's SettingsSchema. Since version 2."
        ) { $0.definition.settingsSchema.dictionaries }
    }

    private static func property<Value: DBusType>(
        _ member: WidgetMember, _ doc: String, _ changeSignal: ChangeSignal = .emitsChange,
        _ value: @escaping @Sendable (WidgetRecord) -> Value
    ) -> Property<Center> {
        Property(member.memberName, changeSignal, doc: doc) { (center: isolated Center, path: ObjectPath) in
            value(try center.widget(at: path).record)
        }
    }
}
