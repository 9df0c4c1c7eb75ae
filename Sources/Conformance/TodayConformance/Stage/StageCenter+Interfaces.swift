internal import DBus
internal import DBusTesting
internal import TodayModel

/// What a later version of the contract may add: a structure that nobody knows yet.
private let later = Struct("later", UInt32(3))

extension StageCenter {
    static let center = Interface<StageCenter>(TodayBus.center) { return forApps + forPanels }
    static let apps = Interface<StageCenter>(TodayBus.apps) { return forApps }
    /// A widget's object as version 1 has it.
    static let firstWidget = Interface<StageCenter>(TodayBus.widget) { return ofVersion1 }
    /// A widget's object as version 2 has it.
    static let secondWidget = Interface<StageCenter>(TodayBus.widget) { return ofVersion1 + ofVersion2 }

    @InterfaceBuilder<StageCenter> private static var forApps: [InterfaceMember<StageCenter>] {
        Method.async("RegisterWidget") {
            (it: isolated StageCenter, call: MethodCall, identifier: String, definition: [String: DBusValue]) in
            try await it.registered(StageCall(call, identifier, values: definition))
        }
        Method("UnregisterWidget") { (it: isolated StageCenter, call: MethodCall, identifier: String) in
            it.note(StageCall(call, identifier))
        }
        Method("UpdateWidget") {
            (it: isolated StageCenter, call: MethodCall, identifier: String, changes: [String: DBusValue]) -> UInt64 in
            it.note(StageCall(call, identifier, values: changes))
            return UInt64(it.calls.value.count)
        }
        Method("SetHasContent") { (it: isolated StageCenter, call: MethodCall, identifier: String, _: Bool) in
            it.note(StageCall(call, identifier))
        }
        Method("OpenURL") {
            (it: isolated StageCenter, call: MethodCall, identifier: String, url: String, options: [String: DBusValue])
                -> Bool in
            it.note(StageCall(call, identifier, text: url, values: options))
            return true
        }
        Property("Version", .constant) { (_: isolated StageCenter) in UInt32(2) }
    }

    @InterfaceBuilder<StageCenter> private static var forPanels: [InterfaceMember<StageCenter>] {
        Method("PerformUpdate") { (it: isolated StageCenter, call: MethodCall, identifier: String) -> String in
            it.note(StageCall(call, identifier))
            return "no-data"
        }
        Method.async("InvokeAction") {
            (
                it: isolated StageCenter, call: MethodCall, identifier: String, action: String, parameter: [DBusValue],
                data: [String: DBusValue]
            ) in
            try await it.answer(tap: StageCall(call, identifier, text: action, parameter: parameter, values: data))
        }
        Method("Arrange") {
            (it: isolated StageCenter, call: MethodCall, _: [String], options: [String: DBusValue]) in
            it.note(StageCall(call, values: options))
        }
        Method("SetDisplayMode") { (it: isolated StageCenter, call: MethodCall, identifier: String, mode: String) in
            it.note(StageCall(call, identifier, text: mode))
        }
        Method("BeginViewing") { (it: isolated StageCenter, call: MethodCall, options: [String: DBusValue]) in
            it.note(StageCall(call, values: options))
        }
        Method("EndViewing") { (it: isolated StageCenter, call: MethodCall) in it.note(StageCall(call)) }
        Method("Explain") {
            (it: isolated StageCenter, call: MethodCall, identifier: String) -> [String: DBusValue] in
            it.note(StageCall(call, identifier))
            return [:]
        }
        Property("Arrangement") { (it: isolated StageCenter) in it.arrangement }
        Property("Today") { (it: isolated StageCenter) in it.today }
        Property("Viewing") { (_: isolated StageCenter) in true }
        Property("StateStored") { (it: isolated StageCenter) in it.stateError.isEmpty }
        Property("StateError") { (it: isolated StageCenter) in it.stateError }
        Property("Limits", .constant) { (_: isolated StageCenter) in Limits.dictionary }
        Property("Later") { (_: isolated StageCenter) in later }
    }

    @InterfaceBuilder<StageCenter> private static var ofVersion1: [InterfaceMember<StageCenter>] {
        property("Identifier", .constant) { $0.identifier }
        property("Name") { $0.name }
        property("Description") { _ in "" }
        property("Icon") { _ in "" }
        property("ContainingApp") { _ in "" }
        property("HasContent") { _ in true }
        property("Arranged") { _ in true }
        property("DisplayMode") { $0.displayMode }
        property("LargestDisplayMode") { $0.largestDisplayMode }
        property("PreferredContentSize") { _ in Size(width: 0, height: 0) }
        property("MarginInsets") { _ in EdgeInsets.asProposed }
        property("Content") { $0.content }
        property("Revision") { $0.revision }
        property("UpdatedAt") { _ in UInt64(1_700_000_000_000_000) }
        property("NextUpdate") { _ in UInt64(0) }
        property("IsSnapshot") { _ in false }
        property("LastResult") { $0.lastResult }
        property("State") { $0.state }
        property("Error") { $0.error }
        property("Source") { _ in "registered" }
        property("Later") { _ in later }
    }

    @InterfaceBuilder<StageCenter> private static var ofVersion2: [InterfaceMember<StageCenter>] {
        property("Settings") { $0.settings?.values ?? [:] }
        property("SettingsSchema") { $0.settings?.schema ?? [] }
        property("Instances") { $0.settings?.mayBeAddedAgain ?? false }
    }

    private static func property<Value: DBusType>(
        _ member: MemberName, _ signal: ChangeSignal = .emitsChange, _ get: @escaping @Sendable (StageWidget) -> Value
    ) -> Property<StageCenter> {
        Property(member, signal) { (it: isolated StageCenter, path: ObjectPath) throws -> Value in
            guard let widget = it.widgets[path] else { throw RemoteError(.unknownObject, "there is no object \(path)") }
            return get(widget)
        }
    }
}

extension StageCall {
    fileprivate init(
        _ call: MethodCall, _ identifier: String = "", text: String = "", parameter: [DBusValue] = [],
        values: [String: DBusValue] = [:]
    ) {
        self.init(
            member: call.member, sender: call.sender, identifier: identifier, text: text, parameter: parameter,
            values: values)
    }
}
