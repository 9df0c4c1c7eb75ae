import DBus

/// The menu.
extension VolumeItem: MenuService {
    var version: UInt32 { 3 }
    var textDirection: String { "ltr" }
    var menuStatus: String { "normal" }
    var iconThemePath: [String] { [] }

    /// Notifies the tray of the new items or, if the items are the same, of those with changed properties.
    func menuDidChange() throws {
        let new = MenuItem.menu(of: volume)
        let old = shownMenu
        shownMenu = new
        guard new.hasSameShape(as: old) else {
            menuRevision += 1
            return try emitLayoutUpdated(revision: menuRevision, parent: 0, at: Self.menuPath)
        }
        var updated: [MenuProperties] = []
        var removed: [MenuPropertyNames] = []
        for (new, old) in zip(new.all, old.all) {
            let changed = new.properties.filter { old.properties[$0.key] != $0.value }
            if !changed.isEmpty { updated.append(MenuProperties(id: new.id, properties: changed)) }
            let gone = old.properties.keys.filter { new.properties[$0] == nil }
            if !gone.isEmpty { removed.append(MenuPropertyNames(id: new.id, names: gone)) }
        }
        if updated.isEmpty, removed.isEmpty { return }
        try emitItemsPropertiesUpdated(updatedProps: updated, removedProps: removed, at: Self.menuPath)
    }

    func getLayout(
        parentId: Int32, recursionDepth: Int32, propertyNames: [String], for call: MethodCall
    ) throws -> (revision: UInt32, layout: MenuLayout) {
        (menuRevision, try item(parentId).layout(depth: recursionDepth, propertyNames))
    }

    func getGroupProperties(ids: [Int32], propertyNames: [String], for call: MethodCall) -> [MenuProperties] {
        let items = ids.isEmpty ? shownMenu.all : ids.compactMap { shownMenu.item($0) }
        return items.map { MenuProperties(id: $0.id, properties: $0.properties(propertyNames)) }
    }

    func getProperty(id: Int32, name: String, for call: MethodCall) throws -> DBusValue {
        guard let value = try item(id).properties[name] else {
            throw RemoteError(.invalidArgs, "the item \(id) has no property \(name)")
        }
        return value
    }

    func event(id: Int32, eventId: String, data: DBusValue, timestamp: UInt32, for call: MethodCall) throws {
        let item = try item(id)
        guard eventId == "clicked", let action = item.action else { return }
        action(&volume)
        try didChange()
    }

    /// Returns the unknown item numbers. Throws an error if all are unknown.
    func eventGroup(events: [MenuEvent], for call: MethodCall) throws -> [Int32] {
        var unknown: [Int32] = []
        for event in events {
            do {
                try self.event(
                    id: event.id, eventId: event.eventId, data: event.data, timestamp: event.timestamp, for: call)
            } catch { unknown.append(event.id) }
        }
        if !events.isEmpty, unknown.count == events.count {
            throw RemoteError(.invalidArgs, "no item has these numbers")
        }
        return unknown
    }

    /// An opened menu needs no refresh; it is always up to date.
    func aboutToShow(id: Int32, for call: MethodCall) throws -> Bool {
        _ = try item(id)
        return false
    }

    func aboutToShowGroup(ids: [Int32], for call: MethodCall) -> (updatesNeeded: [Int32], idErrors: [Int32]) {
        ([], ids.filter { shownMenu.item($0) == nil })
    }

    private func item(_ id: Int32) throws -> MenuItem {
        guard let item = shownMenu.item(id) else { throw RemoteError(.invalidArgs, "no item has the number \(id)") }
        return item
    }
}
