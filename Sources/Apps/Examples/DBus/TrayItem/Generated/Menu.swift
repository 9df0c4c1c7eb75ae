// Made by dbus-codegen from Menu.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// `(ia{sv}av)`
nonisolated struct MenuLayout: DBusStruct, Hashable {
    var id: Int32
    var properties: [String: DBusValue]
    var children: [DBusValue]

    /// How a value is made, and its fields in order.
    static let layout = StructLayout(
        { MenuLayout(id: $0, properties: $1, children: $2) }, \.id, \.properties, \.children)
}

/// `(ia{sv})`
nonisolated struct MenuProperties: DBusStruct, Hashable {
    var id: Int32
    var properties: [String: DBusValue]

    /// How a value is made, and its fields in order.
    static let layout = StructLayout({ MenuProperties(id: $0, properties: $1) }, \.id, \.properties)
}

/// `(isvu)`
nonisolated struct MenuEvent: DBusStruct, Hashable {
    var id: Int32
    var eventId: String
    var data: DBusValue
    var timestamp: UInt32

    /// How a value is made, and its fields in order.
    static let layout = StructLayout(
        { MenuEvent(id: $0, eventId: $1, data: $2, timestamp: $3) }, \.id, \.eventId, \.data, \.timestamp)
}

/// `(ias)`
nonisolated struct MenuPropertyNames: DBusStruct, Hashable {
    var id: Int32
    var names: [String]

    /// How a value is made, and its fields in order.
    static let layout = StructLayout({ MenuPropertyNames(id: $0, names: $1) }, \.id, \.names)
}

/// The name of the interface `com.canonical.dbusmenu`, and its signals.
nonisolated enum MenuInterface {
    /// `com.canonical.dbusmenu`
    static let name: InterfaceName = "com.canonical.dbusmenu"
    /// `ItemsPropertiesUpdated`
    static let itemsPropertiesUpdated = SignalDescription(
        name, "ItemsPropertiesUpdated", ["updatedProps", "removedProps"], as: [MenuProperties].self,
        [MenuPropertyNames].self)
    /// `LayoutUpdated`
    static let layoutUpdated = SignalDescription(
        name, "LayoutUpdated", ["revision", "parent"], as: UInt32.self, Int32.self)
    /// `ItemActivationRequested`
    static let itemActivationRequested = SignalDescription(
        name, "ItemActivationRequested", ["id", "timestamp"], as: Int32.self, UInt32.self)
}

/// A menu that another program shows. Its root has the number 0.
///
/// An actor that exports the interface `com.canonical.dbusmenu`. On the thread of its connection, with the connection's
/// `unownedExecutor`, its calls cost least.
protocol MenuService: Actor {
    /// What it is exported on, and sends signals on.
    nonisolated var connection: Connection { get }

    /// Answers `GetLayout`.
    ///
    /// - Parameter parentId: the item to begin with.
    /// - Parameter recursionDepth: how deep to go; -1 is all the way, 0 the item alone.
    /// - Parameter propertyNames: which properties; none are all.
    func getLayout(
        parentId: Int32, recursionDepth: Int32, propertyNames: [String], for call: MethodCall
    ) throws -> (revision: UInt32, layout: MenuLayout)

    /// Answers `GetGroupProperties`.
    ///
    /// - Parameter ids: which items; none are all.
    /// - Parameter propertyNames: which properties; none are all.
    func getGroupProperties(ids: [Int32], propertyNames: [String], for call: MethodCall) throws -> [MenuProperties]

    /// Answers `GetProperty`.
    func getProperty(id: Int32, name: String, for call: MethodCall) throws -> DBusValue

    /// Answers `Event`.
    ///
    /// - Parameter eventId: clicked, hovered, opened or closed.
    func event(id: Int32, eventId: String, data: DBusValue, timestamp: UInt32, for call: MethodCall) throws

    /// Answers `EventGroup`.
    func eventGroup(events: [MenuEvent], for call: MethodCall) throws -> [Int32]

    /// Answers `AboutToShow`.
    func aboutToShow(id: Int32, for call: MethodCall) throws -> Bool

    /// Answers `AboutToShowGroup`.
    func aboutToShowGroup(ids: [Int32], for call: MethodCall) throws -> (updatesNeeded: [Int32], idErrors: [Int32])

    /// The property `Version`.
    var version: UInt32 { get throws }

    /// ltr or rtl.
    var textDirection: String { get throws }

    /// normal or notice.
    var menuStatus: String { get throws }

    /// The property `IconThemePath`.
    var iconThemePath: [String] { get throws }
}

extension MenuService {
    /// The interface, for `export(_:of:at:)` of a connection.
    static var menuInterface: Interface<Self> {
        Interface(MenuInterface.name, documentation: "A menu that another program shows. Its root has the number 0.") {
            Method("GetLayout", in: ["parentId", "recursionDepth", "propertyNames"], out: ["revision", "layout"]) {
                (
                    service: isolated Self, call: MethodCall, parentId: Int32, recursionDepth: Int32,
                    propertyNames: [String]
                ) throws -> (UInt32, MenuLayout) in
                try service.getLayout(
                    parentId: parentId, recursionDepth: recursionDepth, propertyNames: propertyNames, for: call)
            }
            Method("GetGroupProperties", in: ["ids", "propertyNames"], out: ["properties"]) {
                (service: isolated Self, call: MethodCall, ids: [Int32], propertyNames: [String]) in
                try service.getGroupProperties(ids: ids, propertyNames: propertyNames, for: call)
            }
            Method("GetProperty", in: ["id", "name"], out: ["value"]) {
                (service: isolated Self, call: MethodCall, id: Int32, name: String) in
                try service.getProperty(id: id, name: name, for: call)
            }
            Method("Event", in: ["id", "eventId", "data", "timestamp"]) {
                (
                    service: isolated Self, call: MethodCall, id: Int32, eventId: String, data: DBusValue,
                    timestamp: UInt32
                ) in
                try service.event(id: id, eventId: eventId, data: data, timestamp: timestamp, for: call)
            }
            Method("EventGroup", in: ["events"], out: ["idErrors"]) {
                (service: isolated Self, call: MethodCall, events: [MenuEvent]) in
                try service.eventGroup(events: events, for: call)
            }
            Method("AboutToShow", in: ["id"], out: ["needUpdate"]) {
                (service: isolated Self, call: MethodCall, id: Int32) in
                try service.aboutToShow(id: id, for: call)
            }
            Method("AboutToShowGroup", in: ["ids"], out: ["updatesNeeded", "idErrors"]) {
                (service: isolated Self, call: MethodCall, ids: [Int32]) throws -> ([Int32], [Int32]) in
                try service.aboutToShowGroup(ids: ids, for: call)
            }
            Property("Version", .constant) { (service: isolated Self) in try service.version }
            Property("TextDirection", doc: "ltr or rtl.") { (service: isolated Self) in try service.textDirection }
            Property("Status", doc: "normal or notice.") { (service: isolated Self) in try service.menuStatus }
            Property("IconThemePath") { (service: isolated Self) in try service.iconThemePath }
            MenuInterface.itemsPropertiesUpdated
            MenuInterface.layoutUpdated
            MenuInterface.itemActivationRequested
        }
    }

    /// Sends the signal `ItemsPropertiesUpdated`.
    ///
    /// - Parameter path: the object that sends it.
    /// - Parameter destination: who alone gets it; nil is everybody who listens.
    func emitItemsPropertiesUpdated(
        updatedProps: [MenuProperties], removedProps: [MenuPropertyNames], at path: ObjectPath,
        to destination: BusName? = nil
    ) throws {
        try connection.emit(MenuInterface.itemsPropertiesUpdated, at: path, to: destination, updatedProps, removedProps)
    }

    /// Sends the signal `LayoutUpdated`.
    ///
    /// - Parameter path: the object that sends it.
    /// - Parameter destination: who alone gets it; nil is everybody who listens.
    func emitLayoutUpdated(
        revision: UInt32, parent: Int32, at path: ObjectPath, to destination: BusName? = nil
    ) throws {
        try connection.emit(MenuInterface.layoutUpdated, at: path, to: destination, revision, parent)
    }

    /// Sends the signal `ItemActivationRequested`.
    ///
    /// - Parameter path: the object that sends it.
    /// - Parameter destination: who alone gets it; nil is everybody who listens.
    func emitItemActivationRequested(
        id: Int32, timestamp: UInt32, at path: ObjectPath, to destination: BusName? = nil
    ) throws {
        try connection.emit(MenuInterface.itemActivationRequested, at: path, to: destination, id, timestamp)
    }

    /// Tells who watches that ``textDirection`` has changed; it is read a moment later.
    func textDirectionDidChange(at path: ObjectPath) {
        connection.propertiesDidChange(path, MenuInterface.name, ["TextDirection"])
    }

    /// Tells who watches that ``menuStatus`` has changed; it is read a moment later.
    func menuStatusDidChange(at path: ObjectPath) {
        connection.propertiesDidChange(path, MenuInterface.name, ["Status"])
    }

    /// Tells who watches that ``iconThemePath`` has changed; it is read a moment later.
    func iconThemePathDidChange(at path: ObjectPath) {
        connection.propertiesDidChange(path, MenuInterface.name, ["IconThemePath"])
    }
}
