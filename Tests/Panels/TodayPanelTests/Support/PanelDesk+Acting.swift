#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayModel

    extension PanelDesk {
        /// The number of the panel's window on the screen, once it is shown.
        private func window() async throws -> String {
            try await xdotool("search", "--sync", "--onlyvisible", "--name", "^Today$").filter { $0.isNumber }
        }

        /// Gives the panel's window the keyboard, as a window manager would.
        func focusPanel() async throws { try await xdotool("windowfocus", "--sync", try await window()) }

        /// Presses keys, in the names of X, one after the other.
        func press(_ keys: String...) async throws {
            for key in keys { try await xdotool("key", key) }
        }

        /// Moves the pointer to a place in the panel's window.
        func movePointer(x: Int32, y: Int32) async throws {
            try await xdotool("mousemove", "--window", try await window(), "\(x)", "\(y)")
        }

        /// Drags from one place in the panel's window to another, with real movements of the pointer in between.
        func drag(from start: (x: Int32, y: Int32), to end: (x: Int32, y: Int32)) async throws {
            let window = try await window()
            func move(_ x: Int32, _ y: Int32) async throws {
                try await xdotool("mousemove", "--window", window, "\(x)", "\(y)")
            }
            try await move(start.x, start.y)
            try await xdotool("mousedown", "1")
            let steps: Int32 = 12
            for step in 1...steps {
                try await move(
                    start.x + (end.x - start.x) * step / steps, start.y + (end.y - start.y) * step / steps)
            }
            try await xdotool("mouseup", "1")
        }

        /// Ends the center without warning, and returns when another one answers.
        func restartCenter() async throws {
            let former: String = try await client.connection.call(.bus, "GetNameOwner", TodayBus.name.rawValue)
            let id: UInt32 = try await client.connection.call(
                .bus, "GetConnectionUnixProcessID", TodayBus.name.rawValue)
            kill(Int32(id), SIGKILL)
            let isBack: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                // A call that reaches the old one goes unanswered.
                guard (try? await client.properties()) != nil else { return nil }
                let owner: String? = try? await client.connection.call(
                    .bus, "GetNameOwner", TodayBus.name.rawValue)
                return owner != nil && owner != former ? true : nil
            }
            if isBack == nil { throw Accessibility.AbsentError(description: "no other center") }
        }

        /// Waits until the center reports whether a panel is viewing.
        func wait(isViewing: Bool) async throws {
            let recorder = try await SignalRecorder(
                client.connection, MatchRule(path: TodayBus.path, interface: .properties, member: "PropertiesChanged"))
            if try await client.properties()["Viewing"]?.unwrapped == .boolean(isViewing) { return }
            try await recorder.wait { signal in
                let arguments = try? signal.arguments(as: String.self, [String: DBusValue].self)
                return arguments?.1["Viewing"]?.unwrapped == .boolean(isViewing)
            }
        }

        /// Waits until the center has an arrangement, and returns it.
        @discardableResult
        func wait(forArrangement wish: [WidgetIdentifier]) async throws -> [WidgetIdentifier] {
            let recorder = try await SignalRecorder(
                client.connection, MatchRule(path: TodayBus.path, interface: .properties, member: "PropertiesChanged"))
            let current = try await client.arrangement()
            if current == wish { return current }
            try await recorder.wait { signal in
                let arguments = try? signal.arguments(as: String.self, [String: DBusValue].self)
                return arguments?.1["Arrangement"]?.unwrapped == .strings(wish.map(\.rawValue))
            }
            return wish
        }
    }
#endif
