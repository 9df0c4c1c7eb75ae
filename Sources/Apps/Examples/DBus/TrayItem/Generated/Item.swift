// Made by dbus-codegen from Item.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// `(iiay)`
nonisolated struct Picture: DBusStruct, Hashable {
    var width: Int32
    var height: Int32
    var bytes: [UInt8]

    /// How a value is made, and its fields in order.
    static let layout = StructLayout({ Picture(width: $0, height: $1, bytes: $2) }, \.width, \.height, \.bytes)
}

/// `(sa(iiay)ss)`
nonisolated struct ToolTip: DBusStruct, Hashable {
    var iconName: String
    var pictures: [Picture]
    var title: String
    var text: String

    /// How a value is made, and its fields in order.
    static let layout = StructLayout(
        { ToolTip(iconName: $0, pictures: $1, title: $2, text: $3) }, \.iconName, \.pictures, \.title, \.text)
}

/// The name of the interface `org.kde.StatusNotifierItem`, and its signals.
nonisolated enum StatusNotifierItemInterface {
    /// `org.kde.StatusNotifierItem`
    static let name: InterfaceName = "org.kde.StatusNotifierItem"
    /// `NewTitle`
    static let newTitle = SignalDescription(name, "NewTitle")
    /// `NewIcon`
    static let newIcon = SignalDescription(name, "NewIcon")
    /// `NewToolTip`
    static let newToolTip = SignalDescription(name, "NewToolTip")
    /// `NewStatus`
    static let newStatus = SignalDescription(name, "NewStatus", ["status"], as: String.self)
}

/// An item of a tray. Signals of its own tell of changes, not PropertiesChanged.
///
/// An actor that exports the interface `org.kde.StatusNotifierItem`. On the thread of its connection, with the
/// connection's `unownedExecutor`, its calls cost least.
protocol StatusNotifierItemService: Actor {
    /// What it is exported on, and sends signals on.
    nonisolated var connection: Connection { get }

    /// Answers `ContextMenu`.
    func contextMenu(x: Int32, y: Int32, for call: MethodCall) throws

    /// Answers `Activate`.
    func activate(x: Int32, y: Int32, for call: MethodCall) throws

    /// Answers `SecondaryActivate`.
    func secondaryActivate(x: Int32, y: Int32, for call: MethodCall) throws

    /// Answers `Scroll`.
    func scroll(delta: Int32, orientation: String, for call: MethodCall) throws

    /// ApplicationStatus, Communications, SystemServices or Hardware.
    var category: String { get throws }

    /// The property `Id`.
    var id: String { get throws }

    /// The property `Title`.
    var title: String { get throws }

    /// Passive, Active or NeedsAttention.
    var status: String { get throws }

    /// A name of the icon theme; when it is empty, the pictures count.
    var iconName: String { get throws }

    /// The property `IconPixmap`.
    var iconPixmap: [Picture] { get throws }

    /// The property `ToolTip`.
    var toolTip: ToolTip { get throws }

    /// Whether a click opens the menu, too.
    var itemIsMenu: Bool { get throws }

    /// The object with the menu.
    var menu: ObjectPath { get throws }
}

extension StatusNotifierItemService {
    /// The interface, for `export(_:of:at:)` of a connection.
    static var statusNotifierItemInterface: Interface<Self> {
        Interface(
            StatusNotifierItemInterface.name,
            documentation: "An item of a tray. Signals of its own tell of changes, not PropertiesChanged."
        ) {
            Method("ContextMenu", in: ["x", "y"]) {
                (service: isolated Self, call: MethodCall, x: Int32, y: Int32) in
                try service.contextMenu(x: x, y: y, for: call)
            }
            Method("Activate", in: ["x", "y"]) {
                (service: isolated Self, call: MethodCall, x: Int32, y: Int32) in
                try service.activate(x: x, y: y, for: call)
            }
            Method("SecondaryActivate", in: ["x", "y"]) {
                (service: isolated Self, call: MethodCall, x: Int32, y: Int32) in
                try service.secondaryActivate(x: x, y: y, for: call)
            }
            Method("Scroll", in: ["delta", "orientation"]) {
                (service: isolated Self, call: MethodCall, delta: Int32, orientation: String) in
                try service.scroll(delta: delta, orientation: orientation, for: call)
            }
            Property("Category", .silent, doc: "ApplicationStatus, Communications, SystemServices or Hardware.") {
                (service: isolated Self) in
                try service.category
            }
            Property("Id", .silent) { (service: isolated Self) in try service.id }
            Property("Title", .silent) { (service: isolated Self) in try service.title }
            Property("Status", .silent, doc: "Passive, Active or NeedsAttention.") {
                (service: isolated Self) in
                try service.status
            }
            Property("IconName", .silent, doc: "A name of the icon theme; when it is empty, the pictures count.") {
                (service: isolated Self) in
                try service.iconName
            }
            Property("IconPixmap", .silent) { (service: isolated Self) in try service.iconPixmap }
            Property("ToolTip", .silent) { (service: isolated Self) in try service.toolTip }
            Property("ItemIsMenu", .silent, doc: "Whether a click opens the menu, too.") {
                (service: isolated Self) in
                try service.itemIsMenu
            }
            Property("Menu", .silent, doc: "The object with the menu.") { (service: isolated Self) in try service.menu }
            StatusNotifierItemInterface.newTitle
            StatusNotifierItemInterface.newIcon
            StatusNotifierItemInterface.newToolTip
            StatusNotifierItemInterface.newStatus
        }
    }

    /// Sends the signal `NewTitle`.
    ///
    /// - Parameter path: the object that sends it.
    /// - Parameter destination: who alone gets it; nil is everybody who listens.
    func emitNewTitle(at path: ObjectPath, to destination: BusName? = nil) throws {
        try connection.emit(StatusNotifierItemInterface.newTitle, at: path, to: destination)
    }

    /// Sends the signal `NewIcon`.
    ///
    /// - Parameter path: the object that sends it.
    /// - Parameter destination: who alone gets it; nil is everybody who listens.
    func emitNewIcon(at path: ObjectPath, to destination: BusName? = nil) throws {
        try connection.emit(StatusNotifierItemInterface.newIcon, at: path, to: destination)
    }

    /// Sends the signal `NewToolTip`.
    ///
    /// - Parameter path: the object that sends it.
    /// - Parameter destination: who alone gets it; nil is everybody who listens.
    func emitNewToolTip(at path: ObjectPath, to destination: BusName? = nil) throws {
        try connection.emit(StatusNotifierItemInterface.newToolTip, at: path, to: destination)
    }

    /// Sends the signal `NewStatus`.
    ///
    /// - Parameter path: the object that sends it.
    /// - Parameter destination: who alone gets it; nil is everybody who listens.
    func emitNewStatus(status: String, at path: ObjectPath, to destination: BusName? = nil) throws {
        try connection.emit(StatusNotifierItemInterface.newStatus, at: path, to: destination, status)
    }
}
