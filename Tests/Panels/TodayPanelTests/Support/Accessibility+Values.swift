#if Panel
    import DBus
    import DesktopTesting

    extension Accessibility {
        private static let value: InterfaceName = "org.a11y.atspi.Value"

        /// Moves a slider, as a screen reader does.
        func set(_ slider: AccessibleNode, to number: Double) async throws {
            try await connection.call(
                BusName(slider.reference.bus), path: slider.reference.path, interface: .properties, "Set",
                Self.value.rawValue, "CurrentValue", DBusValue.double(number))
        }

        /// Waits until a slider shows a number.
        func wait(_ slider: AccessibleNode, isAt number: Double) async throws {
            var last: DBusValue?
            let found: Bool? = try await Self.poll(within: .seconds(60)) {
                let shown: DBusValue = try await connection.call(
                    BusName(slider.reference.bus), path: slider.reference.path, interface: .properties, "Get",
                    Self.value.rawValue, "CurrentValue")
                last = shown
                return shown.unwrapped == .double(number) ? true : nil
            }
            if found == nil { throw AbsentError(description: "\(slider.name) is at \(last as Any), not at \(number)") }
        }

        /// Returns the text in an entry.
        func text(in entry: AccessibleNode) async throws -> String {
            let (bus, path) = (try BusName(entry.reference.bus), entry.reference.path)
            let text: InterfaceName = "org.a11y.atspi.Text"
            let count: DBusValue = try await connection.call(
                bus, path: path, interface: .properties, "Get", text.rawValue, "CharacterCount")
            guard case .int32(let length) = count.unwrapped else { return "" }
            return try await connection.call(bus, path: path, interface: text, "GetText", Int32(0), length)
        }

        /// Waits until an entry shows a text.
        func wait(_ entry: AccessibleNode, has text: String) async throws {
            var last = ""
            let found: Bool? = try await Self.poll(within: .seconds(60)) {
                last = try await self.text(in: entry)
                return last == text ? true : nil
            }
            if found == nil {
                throw AbsentError(description: "\(entry.name) has \(last.debugDescription), not \(text)")
            }
        }

        /// Waits until a node has a state, or doesn't have it.
        func wait(_ node: AccessibleNode, _ state: State, is isSet: Bool) async throws {
            let found: Bool? = try await Self.poll(within: .seconds(60)) {
                try await has(state, node) == isSet ? true : nil
            }
            if found == nil { throw AbsentError(description: "\(node.name): \(state) is not \(isSet)") }
        }
    }
#endif
