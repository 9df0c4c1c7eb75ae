package import DBus
package import DBusTesting

/// A screen reader's view of the programs on a bus (AT-SPI 2), read over a connection of its own.
package struct Accessibility: Sendable {
    package let connection: Connection
    package static let accessible: InterfaceName = "org.a11y.atspi.Accessible"

    /// The text that was waited for has not come.
    package struct AbsentError: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// Makes a session bus start accessibility on demand.
    package static func provide(on bus: PrivateBus) async throws {
        try await bus.addService(
            "org.a11y.Bus",
            exec: "/usr/bin/env XDG_DATA_DIRS=/usr/share GSETTINGS_BACKEND=memory /usr/libexec/at-spi-bus-launcher")
    }

    /// Connects to the accessibility bus, which the session bus starts.
    package init(on bus: PrivateBus) async throws {
        let session = try await bus.connect()
        let address: String = try await session.call(
            "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Bus", "GetAddress")
        await session.close()
        connection = try await Connection.open(.bus(address))
    }

    package func close() async { await connection.close() }

    // MARK: Reading

    private func children(_ reference: AccessibleReference) async throws -> [AccessibleReference] {
        guard let name = BusName(rawValue: reference.bus) else { return [] }
        return try await connection.call(
            name, path: reference.path, interface: Self.accessible, "GetChildren")
    }

    /// Reads a program's tree, or a part of it, without the nodes that vanish meanwhile. The calls for all nodes are under
    /// way at once: a round trip for each takes several times as long.
    private func tree(_ reference: AccessibleReference, depth: Int = 0) async throws -> AccessibleNode? {
        guard depth < 60, let bus = BusName(rawValue: reference.bus) else { return nil }
        do {
            async let role: String = connection.call(
                bus, path: reference.path, interface: Self.accessible, "GetRoleName")
            async let name: DBusValue = connection.call(
                bus, path: reference.path, interface: .properties, "Get", Self.accessible.rawValue, "Name")
            let references = try await children(reference)
            let nodes = try await withThrowingTaskGroup(of: (Int, AccessibleNode?).self) { group in
                for (place, child) in references.enumerated() {
                    group.addTask { (place, try await tree(child, depth: depth + 1)) }
                }
                return try await group.reduce(into: [Int: AccessibleNode]()) { $0[$1.0] = $1.1 }
            }
            var text = ""
            if case .string(let value) = try await name.unwrapped { text = value }
            return AccessibleNode(
                reference: reference, role: try await role, name: text,
                children: references.indices.compactMap { nodes[$0] })
        } catch is RemoteError {
            return nil
        }
    }

    /// Everything that the programs on the bus show now.
    package func read() async throws -> AccessibleNode {
        let root = AccessibleReference(bus: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")
        var programs: [AccessibleNode] = []
        for reference in (try? await children(root)) ?? [] {
            if let program = try await tree(reference) { programs.append(program) }
        }
        return AccessibleNode(reference: root, role: "desktop", name: "", children: programs)
    }

    /// Calls `body` until it returns a value. Programs report only some changes, so it looks four times a second.
    /// Returns nil if it finds nothing within the limit.
    package static func poll<Seen>(within limit: Duration, _ body: () async throws -> Seen?) async throws -> Seen? {
        try await DBusTesting.poll(within: limit, every: .milliseconds(250), body)
    }

    /// Waits until what is shown fulfils a condition, and returns it.
    @discardableResult
    package func wait(
        within limit: Duration = .seconds(60), for wish: String,
        _ condition: (AccessibleNode) -> Bool
    ) async throws -> AccessibleNode {
        var last: AccessibleNode?
        let found: AccessibleNode? = try await Self.poll(within: limit) {
            let tree = try await read()
            last = tree
            return condition(tree) ? tree : nil
        }
        if let found { return found }
        throw AbsentError(description: "no \(wish) within \(limit):\n\(last?.outline() ?? "")")
    }

    /// Waits until a text is shown.
    @discardableResult
    package func wait(forText text: String, within limit: Duration = .seconds(60)) async throws -> AccessibleNode {
        try await wait(within: limit, for: text.debugDescription) { $0.contains(text) }
    }

    // MARK: Pressing

    /// Does what a press does.
    package func press(_ node: AccessibleNode) async throws {
        guard let bus = BusName(rawValue: node.reference.bus) else { return }
        let _: Bool = try await connection.call(
            bus, path: node.reference.path, interface: "org.a11y.atspi.Action", "DoAction", Int32(0))
    }

    /// Waits for a button, and does what a press of it does.
    package func press(button name: String, within limit: Duration = .seconds(60)) async throws {
        let tree = try await wait(within: limit, for: "button \(name.debugDescription)") {
            $0.first("button", name) != nil
        }
        if let button = tree.first("button", name) { try await press(button) }
    }

    /// Waits until a control is on or off.
    package func wait(_ node: AccessibleNode, isChecked: Bool, within limit: Duration = .seconds(60)) async throws {
        guard let bus = BusName(rawValue: node.reference.bus) else { return }
        let found: Bool? = try await Self.poll(within: limit) {
            let states: [UInt32] = try await connection.call(
                bus, path: node.reference.path, interface: Self.accessible, "GetState")
            // ATSPI_STATE_CHECKED is 4.
            return states.first.map { $0 & (1 << 4) != 0 } == isChecked ? true : nil
        }
        if found != nil { return }
        throw AbsentError(description: "\(node.name) is not \(isChecked ? "on" : "off")")
    }

    /// Where a node is in its window, which stands at the screen's right edge.
    package func area(of node: AccessibleNode) async throws -> AccessibleArea {
        guard let bus = BusName(rawValue: node.reference.bus) else { throw AbsentError(description: node.name) }
        // ATSPI_COORD_TYPE_WINDOW is 1.
        return try await connection.call(
            bus, path: node.reference.path, interface: "org.a11y.atspi.Component", "GetExtents", UInt32(1))
    }
}
