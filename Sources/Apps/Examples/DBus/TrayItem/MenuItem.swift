import DBus

/// A menu, or an item in one, as a value: it is rebuilt from the volume and compared with the previous menu.
struct MenuItem {
    /// The item's number on the bus. The root is 0.
    let id: Int32
    /// The properties in the form that the tray reads; missing ones have their defaults.
    var properties: [String: DBusValue] = [:]
    var children: [MenuItem] = []
    /// The effect of a click.
    var action: ((inout Volume) -> Void)?

    /// Makes an item with a text. An underscore precedes the letter that is its shortcut.
    init(
        _ id: Int32, _ label: String, _ properties: [String: DBusValue] = [:], children: [MenuItem] = [],
        action: ((inout Volume) -> Void)? = nil
    ) {
        self.id = id
        self.properties = properties.merging(["label": .string(label)]) { $1 }
        if !children.isEmpty { self.properties["children-display"] = "submenu" }
        self.children = children
        self.action = action
    }

    private init(root children: [MenuItem]) {
        id = 0
        properties = ["children-display": "submenu"]
        self.children = children
    }

    private init(separator id: Int32) {
        self.id = id
        properties = ["type": "separator"]
    }

    /// Returns the item with this number, itself or one below it.
    func item(_ id: Int32) -> MenuItem? {
        if id == self.id { return self }
        return children.lazy.compactMap { $0.item(id) }.first
    }

    /// The item and all items below it.
    var all: [MenuItem] { [self] + children.flatMap(\.all) }

    /// Returns whether both have the same items in the same places, whatever their properties.
    func hasSameShape(as other: MenuItem) -> Bool {
        id == other.id && children.count == other.children.count
            && zip(children, other.children).allSatisfy { $0.hasSameShape(as: $1) }
    }

    /// Returns the requested properties; an empty list requests all.
    func properties(_ names: [String]) -> [String: DBusValue] {
        names.isEmpty ? properties : properties.filter { names.contains($0.key) }
    }

    /// Returns the layout on the bus, down to a depth; a negative depth returns everything.
    func layout(depth: Int32, _ names: [String]) -> MenuLayout {
        let children = depth == 0 ? [] : children.map { $0.layout(depth: max(depth - 1, -1), names).value }
        return MenuLayout(id: id, properties: properties(names), children: children)
    }
}

extension MenuLayout {
    /// The layout as a child of another one.
    fileprivate var value: DBusValue { .structure([.int32(id), .properties(properties), .variants(children)]) }
}

extension MenuItem {
    /// Returns the menu of a volume.
    static func menu(of volume: Volume) -> MenuItem {
        let outputs = Volume.Output.allCases.enumerated().map { number, output in
            MenuItem(
                Int32(10 + number), output.rawValue,
                ["toggle-type": "radio", "toggle-state": .int32(volume.output == output ? 1 : 0)]
            ) { $0.output = output }
        }
        var items = [
            MenuItem(1, volume.title, ["enabled": false]),
            MenuItem(separator: 2),
            MenuItem(3, "_Mute", ["toggle-type": "checkmark", "toggle-state": .int32(volume.isMuted ? 1 : 0)]) {
                $0.isMuted.toggle()
            },
            MenuItem(4, "_Louder", volume.percent == 100 ? ["enabled": false] : [:]) { $0.change(by: 10) },
            MenuItem(5, "_Quieter", volume.percent == 0 ? ["enabled": false] : [:]) { $0.change(by: -10) },
            MenuItem(6, "_Output", children: outputs),
        ]
        if volume.percent != 50 { items.append(MenuItem(7, "Back to _50 %") { $0.percent = 50 }) }
        return MenuItem(root: items)
    }
}
