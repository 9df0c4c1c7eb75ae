public import DBus

/// The limits of the bus contract. The center publishes them as its property `Limits`.
public enum Limits {
    /// Length of a widget identifier.
    public static let identifierBytes = 240
    /// Size of one content tree after decoding, images included.
    public static let contentBytes = 131_072
    /// Size of all content trees the center holds.
    public static let totalContentBytes = 32 << 20
    /// Nodes in one content tree.
    public static let nodes = 256
    /// Levels of one content tree; a single node has one.
    public static let depth = 16
    /// Length of any one string.
    public static let stringBytes = 4096
    /// Widgets the center knows.
    public static let widgets = 512
    /// Widgets registered by one connection.
    public static let widgetsPerConnection = 32
    /// Widgets registered by one sandboxed app, over all its connections.
    public static let widgetsPerApp = 32
    /// Size of all content trees of the widgets that one sandboxed app has registered.
    public static let contentBytesPerApp = 4 << 20
    /// App Groups that one sandboxed app uses at the same time.
    public static let groupsPerApp = 16
    /// Instances of one widget, the first one included.
    public static let instancesPerWidget = 16
    /// Removed instances that the center keeps.
    public static let removedInstances = 64
    /// The time for which the center keeps a removed instance, in µs: 30 days.
    public static let removedUsec: UInt64 = 30 * 24 * 3600 * 1_000_000
    /// Settings that one widget declares.
    public static let settingsPerWidget = 64
    /// Length of a setting's value if it is a text.
    public static let settingBytes = 4096
    /// Length of all values of one widget's settings as text, and of all texts in their declarations.
    public static let settingsBytes = 64 << 10
    /// Connections that view Today at the same time.
    public static let panels = 32
    /// Pushes that one widget may make at once before it is slowed down.
    public static let pushBurst = 10
    /// Pushes of one widget per second while a panel is visible.
    public static let pushPerSecondViewing = 10
    /// Pushes of one widget per second while no panel is visible.
    public static let pushPerSecondHidden = 1
    /// The maximum time that a caller of `PerformUpdate` waits, in µs.
    public static let updateDeadlineUsec: UInt64 = 20_000_000
    /// Size of all values of one App Group.
    public static let groupBytes = 1 << 20
    /// Size of one value of an App Group.
    public static let groupValueBytes = 64 << 10
    /// Length of a URL.
    public static let urlBytes = 2048
    /// Length of a call, including its header. A longer one is refused before its body is read.
    public static let messageBytes = 2 << 20

    /// The limits as `a{sv}`, every value of type `t`.
    public static var dictionary: [String: DBusValue] {
        [
            "IdentifierBytes": .uint64(UInt64(identifierBytes)),
            "ContentBytes": .uint64(UInt64(contentBytes)),
            "TotalContentBytes": .uint64(UInt64(totalContentBytes)),
            "Nodes": .uint64(UInt64(nodes)),
            "Depth": .uint64(UInt64(depth)),
            "StringBytes": .uint64(UInt64(stringBytes)),
            "Widgets": .uint64(UInt64(widgets)),
            "WidgetsPerConnection": .uint64(UInt64(widgetsPerConnection)),
            "WidgetsPerApp": .uint64(UInt64(widgetsPerApp)),
            "ContentBytesPerApp": .uint64(UInt64(contentBytesPerApp)),
            "GroupsPerApp": .uint64(UInt64(groupsPerApp)),
            "InstancesPerWidget": .uint64(UInt64(instancesPerWidget)),
            "RemovedInstances": .uint64(UInt64(removedInstances)),
            "RemovedUsec": .uint64(removedUsec),
            "SettingsPerWidget": .uint64(UInt64(settingsPerWidget)),
            "SettingBytes": .uint64(UInt64(settingBytes)),
            "SettingsBytes": .uint64(UInt64(settingsBytes)),
            "Panels": .uint64(UInt64(panels)),
            "PushBurst": .uint64(UInt64(pushBurst)),
            "PushPerSecondViewing": .uint64(UInt64(pushPerSecondViewing)),
            "PushPerSecondHidden": .uint64(UInt64(pushPerSecondHidden)),
            "UpdateDeadlineUsec": .uint64(updateDeadlineUsec),
            "GroupBytes": .uint64(UInt64(groupBytes)),
            "GroupValueBytes": .uint64(UInt64(groupValueBytes)),
            "URLBytes": .uint64(UInt64(urlBytes)),
            "MessageBytes": .uint64(UInt64(messageBytes)),
        ]
    }
}

extension Limits {
    /// Largest spacing, width or height that panels draw, in points.
    package static let drawnLength = 4096.0
    /// Length of content given as JSON text: room for base64, escapes and white space around ``contentBytes``.
    package static let jsonBytes = 8 * contentBytes
    /// Nesting of arrays and objects in JSON text.
    static let jsonDepth = 64
    /// Containers around any value of a content tree: the 64 of the D-Bus specification, less the seven that a reply of
    /// `GetManagedObjects` puts around the tree.
    static let contentNesting = 57
    /// App Groups that one definition may name.
    static let appGroups = 64
}
