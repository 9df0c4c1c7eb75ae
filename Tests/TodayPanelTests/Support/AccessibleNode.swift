#if Panel
    import DBus

    /// A part of a program as a screen reader is told of it.
    struct AccessibleNode: Sendable {
        let reference: AccessibleReference
        let role: String
        let name: String
        let children: [AccessibleNode]

        /// This node and everything below it, in reading order.
        var all: [AccessibleNode] { [self] + children.flatMap(\.all) }

        /// Every name, in reading order.
        var texts: [String] { all.map(\.name).filter { !$0.isEmpty } }

        /// Whether a name is, or holds, a text.
        func contains(_ text: String) -> Bool { all.contains { $0.name.contains(text) } }

        /// The first node with a role and a name.
        func first(_ role: String, _ name: String) -> AccessibleNode? {
            all.first { $0.role == role && $0.name == name }
        }

        /// The first button whose name begins so.
        func button(startingWith text: String) -> AccessibleNode? {
            all.first { $0.role == "button" && $0.name.hasPrefix(text) }
        }

        /// The card of a widget, by the widget's name.
        func card(_ name: String) -> AccessibleNode? {
            all.first { $0.name == name && !$0.children.isEmpty && $0.role != "label" }
        }

        /// An indented line for each node, for a test that failed.
        func outline(_ depth: Int = 0) -> String {
            String(repeating: "  ", count: depth) + "\(role) \(name.debugDescription)\n"
                + children.map { $0.outline(depth + 1) }.joined()
        }
    }

    /// Where an accessible object is, `(so)`.
    struct AccessibleReference: DBusStruct, Hashable {
        var bus: String
        var path: ObjectPath
        static let layout = StructLayout(AccessibleReference.init, \.bus, \.path)
    }

    /// A rectangle in pixels, `(iiii)`.
    struct AccessibleArea: DBusStruct, Hashable {
        var x, y, width, height: Int32
        static let layout = StructLayout(AccessibleArea.init, \.x, \.y, \.width, \.height)
    }
#endif
