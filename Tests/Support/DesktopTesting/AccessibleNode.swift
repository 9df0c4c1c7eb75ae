package import DBus

/// A part of a program as a screen reader sees it.
package struct AccessibleNode: Sendable {
    package let reference: AccessibleReference
    package let role: String
    package let name: String
    package let children: [AccessibleNode]

    /// This node and everything below it, in reading order.
    package var all: [AccessibleNode] { [self] + children.flatMap(\.all) }

    /// Every name, in reading order.
    package var texts: [String] { all.map(\.name).filter { !$0.isEmpty } }

    /// Whether a name is, or holds, a text.
    package func contains(_ text: String) -> Bool { all.contains { $0.name.contains(text) } }

    /// The first node with a role and a name.
    package func first(_ role: String, _ name: String) -> AccessibleNode? {
        all.first { $0.role == role && $0.name == name }
    }

    /// The first button whose name begins so.
    package func button(startingWith text: String) -> AccessibleNode? {
        all.first { $0.role == "button" && $0.name.hasPrefix(text) }
    }

    /// The card of a widget, by the widget's name.
    package func card(_ name: String) -> AccessibleNode? {
        all.first { $0.name == name && !$0.children.isEmpty && $0.role != "label" }
    }

    /// An indented line for each node, for a test that failed.
    package func outline(_ depth: Int = 0) -> String {
        String(repeating: "  ", count: depth) + "\(role) \(name.debugDescription)\n"
            + children.map { $0.outline(depth + 1) }.joined()
    }
}

/// Where an accessible object is, `(so)`.
package struct AccessibleReference: DBusStruct, Hashable {
    package var bus: String
    package var path: ObjectPath
    package static let layout = StructLayout(AccessibleReference.init, \.bus, \.path)
}

/// A rectangle in pixels, `(iiii)`.
package struct AccessibleArea: DBusStruct, Hashable {
    package var x, y, width, height: Int32
    package init(x: Int32, y: Int32, width: Int32, height: Int32) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    package static let layout = StructLayout(AccessibleArea.init, \.x, \.y, \.width, \.height)
}
