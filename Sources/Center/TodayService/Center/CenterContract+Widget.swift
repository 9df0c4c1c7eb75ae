internal import DBus
internal import TodayModel

/// A property of a widget's object with its source in the record.
struct RecordProperty: Sendable {
    let member: WidgetMember
    let property: Property<Center>
    /// Whether a change of a record made the property's value another one.
    let isChanged: @Sendable (_ before: WidgetRecord, _ after: WidgetRecord) -> Bool

    fileprivate init<Value: DBusType>(
        _ member: WidgetMember, isChanged: @escaping @Sendable (WidgetRecord, WidgetRecord) -> Bool,
        _ value: @escaping @Sendable (isolated Center, WidgetRecord) -> Value
    ) {
        let declaration = member.declaration
        precondition(Value.signature == declaration.type, "\(member) is not of the type \(Value.signature)")
        self.member = member
        self.isChanged = isChanged
        property = Property(member.memberName, declaration.changeSignal, doc: declaration.documentation) {
            (center: isolated Center, path: ObjectPath) in value(center, try center.widget(at: path).record)
        }
    }

    fileprivate init<Value: DBusType & Equatable>(
        _ member: WidgetMember, _ value: @escaping @Sendable (WidgetRecord) -> Value
    ) {
        self.init(member, isChanged: { value($0) != value($1) }) { (_: isolated Center, record) in value(record) }
    }
}

extension CenterContract {
    /// The interface of every widget's object; the path identifies the widget.
    static let widget = Interface<Center>(
        TodayBus.widget, documentation: "One widget. All properties are read-only. Since version 1."
    ) {
        return recordProperties.flatMap { InterfaceBuilder<Center>.buildExpression($0.property) }
    }

    static let recordProperties: [RecordProperty] = [
        RecordProperty(.identifier) { $0.identifier },
        RecordProperty(.name) { $0.name },
        RecordProperty(.description) { $0.definition.description ?? "" },
        RecordProperty(.icon) { $0.icon },
        RecordProperty(.containingApp) { $0.definition.containingApp ?? "" },
        RecordProperty(.hasContent) { $0.hasContent },
        // The registry arranges widgets; a record doesn't know of it.
        RecordProperty(.arranged, isChanged: { _, _ in false }) { $0.registry.isArranged($1.identifier) },
        RecordProperty(.displayMode) { $0.displayMode.rawValue },
        RecordProperty(.largestDisplayMode) { $0.largestDisplayMode.rawValue },
        RecordProperty(.preferredContentSize) { $0.preferredContentSize },
        RecordProperty(.marginInsets) { $0.marginInsets },
        // Content is compared where it is taken; the revision stands for it, and travels with it.
        RecordProperty(.content, isChanged: { $0.revision != $1.revision }) { $1.content },
        RecordProperty(.revision) { $0.revision },
        RecordProperty(.updatedAt) { $0.updatedAt },
        RecordProperty(.nextUpdate) { $0.nextUpdate },
        RecordProperty(.isSnapshot) { $0.isSnapshot },
        RecordProperty(.lastResult) { $0.lastResult?.rawValue ?? "" },
        RecordProperty(.state) { $0.state.rawValue },
        RecordProperty(.error) { $0.error },
        RecordProperty(.source) { $0.source.rawValue },
        RecordProperty(.instances) { $0.definition.instances },
        RecordProperty(.settings, isChanged: { $0.hasOtherSettings(than: $1) }) { $1.settings.dictionary },
        RecordProperty(.settingsSchema, isChanged: { $0.definition.settingsSchema != $1.definition.settingsSchema }) {
            $1.definition.settingsSchema.dictionaries
        },
        RecordProperty(.errorKind) { $0.errorKind?.rawValue ?? "" },
        RecordProperty(.retryAt) { $0.retryAt },
        RecordProperty(.attention) { $0.attention.rawValue },
        RecordProperty(.badge) { $0.badge },
        RecordProperty(.options, isChanged: { $0.options != $1.options }) { $1.options.dictionary },
        RecordProperty(.sizes) { $0.definition.sizes.map(\.rawValue) },
        RecordProperty(.category) { $0.category },
    ]
}
