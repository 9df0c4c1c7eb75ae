public import DBus

/// The names of the bus contract.
public enum TodayBus {
    /// The minor version, which increases with each addition. The major version is in the names.
    public static let version: UInt32 = 3

    /// The name of the center for panels, scripts and apps.
    public static let name: BusName = "org.todaycenter.NotificationCenter1"
    /// The path of the center's object.
    public static let path: ObjectPath = "/org/todaycenter/NotificationCenter1"
    /// The center's interface.
    public static let center: InterfaceName = "org.todaycenter.NotificationCenter1"
    /// The interface of each widget's object.
    public static let widget: InterfaceName = "org.todaycenter.NotificationCenter1.Widget"
    /// The interface that a widget's provider exports.
    public static let provider: InterfaceName = "org.todaycenter.NotificationCenter1.Provider"

    /// The name of the center for sandboxed apps. It doesn't emit signals that would reveal other apps.
    public static let appsName: BusName = "org.todaycenter.Apps1"
    /// The name of the program that shows scripts as widgets.
    public static let scriptsName: BusName = "org.todaycenter.Scripts"
    /// The name of the program that shows the widgets of other machines.
    public static let bridgeName: BusName = "org.todaycenter.Bridge"

    /// The path of the object for apps.
    public static let appsPath: ObjectPath = "/org/todaycenter/Apps1"
    /// The interface of the object for apps.
    public static let apps: InterfaceName = "org.todaycenter.Apps1"
    /// The interface of each App Group's object.
    public static let group: InterfaceName = "org.todaycenter.Apps1.Group"

    /// The node whose children are the objects of the widgets.
    package static let widgetsPath: ObjectPath = "/org/todaycenter/NotificationCenter1/widget"

    /// Returns the path of a widget's object. Panels map widgets by path and read `Identifier`; they never unescape
    /// paths.
    public static func path(of identifier: WidgetIdentifier) -> ObjectPath {
        widgetsPath.appending(escaping: identifier.rawValue)
    }

    /// The node whose children are the objects of the App Groups.
    package static let groupsPath: ObjectPath = "/org/todaycenter/Apps1/group"

    /// Returns the path of an App Group's object, such as `group.org.example.list`. It exists while a widget's
    /// definition names it.
    public static func path(ofGroup group: String) -> ObjectPath { groupsPath.appending(escaping: group) }

    /// The environment variable with the widget's identifier, set for a provider that `Exec` starts.
    public static let widgetVariable = "TODAYCENTER_WIDGET"
}

/// Members of the center's interface.
public enum CenterMember {
    public static let registerWidget: MemberName = "RegisterWidget"
    public static let unregisterWidget: MemberName = "UnregisterWidget"
    public static let updateWidget: MemberName = "UpdateWidget"
    public static let setHasContent: MemberName = "SetHasContent"
    public static let performUpdate: MemberName = "PerformUpdate"
    public static let openURL: MemberName = "OpenURL"
    public static let invokeAction: MemberName = "InvokeAction"
    public static let arrange: MemberName = "Arrange"
    public static let addInstance: MemberName = "AddInstance"
    public static let removeInstance: MemberName = "RemoveInstance"
    public static let setSettings: MemberName = "SetSettings"
    public static let resetSettings: MemberName = "ResetSettings"
    public static let setDisplayMode: MemberName = "SetDisplayMode"
    public static let beginViewing: MemberName = "BeginViewing"
    public static let endViewing: MemberName = "EndViewing"
    public static let explain: MemberName = "Explain"
    public static let getSample: MemberName = "GetSample"
    public static let setOptions: MemberName = "SetOptions"
    public static let resetOptions: MemberName = "ResetOptions"
    public static let listRemoved: MemberName = "ListRemoved"
    public static let restoreInstance: MemberName = "RestoreInstance"
    public static let deleteRemoved: MemberName = "DeleteRemoved"

    public static let version: MemberName = "Version"
    public static let arrangement: MemberName = "Arrangement"
    public static let today: MemberName = "Today"
    public static let viewing: MemberName = "Viewing"
    public static let stateStored: MemberName = "StateStored"
    public static let stateError: MemberName = "StateError"
    public static let stateErrorKind: MemberName = "StateErrorKind"
    public static let limits: MemberName = "Limits"

    public static let widgetUpdated: MemberName = "WidgetUpdated"
}

/// Properties of a widget's object.
public enum WidgetMember: String, CaseIterable, Sendable {
    case identifier = "Identifier"
    case name = "Name"
    case description = "Description"
    case icon = "Icon"
    case containingApp = "ContainingApp"
    case hasContent = "HasContent"
    case arranged = "Arranged"
    case displayMode = "DisplayMode"
    case largestDisplayMode = "LargestDisplayMode"
    case preferredContentSize = "PreferredContentSize"
    case marginInsets = "MarginInsets"
    case content = "Content"
    case revision = "Revision"
    case updatedAt = "UpdatedAt"
    case nextUpdate = "NextUpdate"
    case isSnapshot = "IsSnapshot"
    case lastResult = "LastResult"
    case state = "State"
    case error = "Error"
    case source = "Source"
    case instances = "Instances"
    case settings = "Settings"
    case settingsSchema = "SettingsSchema"
    case errorKind = "ErrorKind"
    case retryAt = "RetryAt"
    case attention = "Attention"
    case badge = "Badge"
    case options = "Options"
    case sizes = "Sizes"
    case category = "Category"

    /// The name of the property on the bus.
    public var memberName: MemberName { MemberName(unchecked: rawValue) }
}

/// Methods that a provider exports.
public enum ProviderMember {
    public static let beginRequest: MemberName = "BeginRequest"
    public static let performUpdate: MemberName = "PerformUpdate"
    public static let displayModeChanged: MemberName = "DisplayModeChanged"
    public static let invokeAction: MemberName = "InvokeAction"
    public static let appear: MemberName = "Appear"
    public static let disappear: MemberName = "Disappear"
    public static let endRequest: MemberName = "EndRequest"
}

/// Members of an App Group's object.
public enum GroupMember {
    public static let get: MemberName = "Get"
    public static let getAll: MemberName = "GetAll"
    public static let set: MemberName = "Set"
    public static let remove: MemberName = "Remove"

    public static let changed: MemberName = "Changed"
}
