#if Panel
    import DBus
    import DesktopTesting
    import Testing

    extension Accessibility {
        /// The states that tests look at, by their numbers in AT-SPI.
        enum State: Int {
            case busy = 3, editable = 7, enabled = 8, expandable = 9, expanded = 10, focusable = 11, focused = 12
            case sensitive = 24
        }

        /// The interfaces of a node, by their names.
        func interfaces(of node: AccessibleNode) async throws -> [String] {
            try await ask(node, "GetInterfaces") ?? []
        }

        /// Whether a node has a state.
        func has(_ state: State, _ node: AccessibleNode) async throws -> Bool {
            guard let words: [UInt32] = try await ask(node, "GetState"), let first = words.first else { return false }
            return first & (1 << UInt32(state.rawValue)) != 0
        }

        /// Returns the description of a node, which a screen reader reads besides its name.
        func description(of node: AccessibleNode) async throws -> String {
            guard let bus = BusName(rawValue: node.reference.bus) else { return "" }
            let value: DBusValue = try await connection.call(
                bus, path: node.reference.path, interface: .properties, "Get", Self.accessible.rawValue, "Description")
            guard case .string(let text) = value.unwrapped else { return "" }
            return text
        }

        /// Whether a press does anything. GTK has other actions too, as of a label's own menu.
        private func isClickable(_ node: AccessibleNode) async throws -> Bool {
            guard let bus = BusName(rawValue: node.reference.bus),
                try await interfaces(of: node).contains("org.a11y.atspi.Action")
            else { return false }
            let name: String? = try? await connection.call(
                bus, path: node.reference.path, interface: "org.a11y.atspi.Action", "GetName", Int32(0))
            return ["click", "activate", "press", "toggle"].contains(name)
        }

        /// Asks a node; nil when it has gone.
        private func ask<Answer: DBusType>(_ node: AccessibleNode, _ member: MemberName) async throws -> Answer? {
            guard let bus = BusName(rawValue: node.reference.bus) else { return nil }
            do {
                return try await connection.call(
                    bus, path: node.reference.path, interface: Self.accessible, member)
            } catch is RemoteError {
                return nil
            }
        }

        /// Waits until something of a text is selected, or nothing is.
        func wait(_ text: AccessibleNode, isSelected: Bool) async throws {
            guard let bus = BusName(rawValue: text.reference.bus) else { throw AbsentError(description: "no text") }
            let found: Bool? = try await Self.poll(within: .seconds(60)) {
                let count: Int32 = try await connection.call(
                    bus, path: text.reference.path, interface: "org.a11y.atspi.Text", "GetNSelections")
                return (count > 0) == isSelected ? true : nil
            }
            if found == nil { throw AbsentError(description: "\(text.name) is \(isSelected ? "not " : "")selected") }
        }

        /// Expects that every part that can have the focus or be pressed has a name, except windows and programs.
        func expectNamedControls(_ location: SourceLocation = #_sourceLocation) async throws {
            let unnamed = try await unnamedControls()
            #expect(unnamed == [], sourceLocation: location)
        }

        private func unnamedControls() async throws -> [String] {
            var unnamed: [String] = []
            for program in try await read().children {
                for node in program.all.dropFirst() where node.name.isEmpty && !["frame", "window"].contains(node.role)
                {
                    let isControl =
                        if try await has(.focusable, node) { true } else {
                            try await isClickable(node)
                        }
                    if isControl { unnamed.append("\(node.role): \(node.outline())") }
                }
            }
            return unnamed
        }

        /// Waits until something whose name begins so has the focus.
        @discardableResult
        func wait(forFocusOn name: String, within limit: Duration = .seconds(60)) async throws -> AccessibleNode {
            var focused: [String] = []
            let found: AccessibleNode? = try await Self.poll(within: limit) {
                focused = []
                for node in try await read().all where try await has(.focused, node) {
                    if !node.name.isEmpty, node.name.hasPrefix(name) { return node }
                    focused.append("\(node.role) \(node.name.debugDescription)")
                }
                return nil
            }
            if let found { return found }
            throw AbsentError(description: "the focus is on \(focused), not on \(name.debugDescription)")
        }

        /// Waits until a part of something has the focus, and returns this part.
        @discardableResult
        func wait(forFocusIn name: String, role: String? = nil) async throws -> AccessibleNode {
            var tree: AccessibleNode?
            let found: AccessibleNode? = try await Self.poll(within: .seconds(60)) {
                tree = try await read().all.first { $0.name == name }
                for node in tree?.all ?? [] where role == nil || node.role == role {
                    if try await has(.focused, node) { return node }
                }
                return nil
            }
            if let found { return found }
            throw AbsentError(description: "no \(role ?? "part") has the focus: \(tree?.outline() ?? "no \(name)")")
        }
    }
#endif
