import DBus
import TodayModel

extension FakeCenter {
    /// The interface of each widget's object.
    static let widget = Interface<FakeCenter>(TodayBus.widget) {
        property(.identifier, .constant) { $0.identifier }
        property(.name) { $0.name }
        property(.description) { $0.description }
        property(.icon) { $0.icon }
        property(.containingApp) { $0.containingApp }
        property(.hasContent) { $0.hasContent }
        property(.arranged) { $0.arranged }
        property(.displayMode) { $0.displayMode.rawValue }
        property(.largestDisplayMode) { $0.largestDisplayMode.rawValue }
        property(.preferredContentSize) { $0.preferredContentSize }
        property(.marginInsets) { $0.marginInsets }
        property(.content) { $0.content }
        property(.revision) { $0.revision }
        property(.updatedAt) { $0.updatedAt }
        property(.nextUpdate) { $0.nextUpdate }
        property(.isSnapshot) { $0.isSnapshot }
        property(.lastResult) { $0.lastResult?.rawValue ?? "" }
        property(.state) { $0.state.rawValue }
        property(.error) { $0.error }
        property(.source) { $0.source.rawValue }
        property(.instances) { $0.instances }
        property(.settings) { $0.settings }
        property(.settingsSchema) { $0.settingsSchema.dictionaries }
    }

    private static func property<Value: DBusType>(
        _ member: WidgetMember, _ signal: ChangeSignal = .emitsChange,
        _ get: @escaping @Sendable (WidgetProperties) -> Value
    ) -> Property<FakeCenter> {
        Property(member.memberName, signal) { (it: isolated FakeCenter, path: ObjectPath) throws -> Value in
            guard let widget = it.widgets[path] else { throw RemoteError(.unknownObject, "there is no object \(path)") }
            return get(widget)
        }
    }
}
