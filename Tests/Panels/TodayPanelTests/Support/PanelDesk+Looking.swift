#if Panel
    import DBusTesting
    import DesktopTesting

    extension PanelDesk {
        /// The background color of a card on a dark desktop, by its name as in CSS, in lower case.
        static let darkCard = "#3e3e3e"

        func colors() async throws -> [String: Int] { try await screen.colors(bus) }

        /// Waits until at least `pixels` pixels of the screen have a color, which is enough for a filled part.
        func wait(forColor name: String, pixels: Int = 400, within limit: Duration = .seconds(60)) async throws {
            var last: [String: Int] = [:]
            let found: Bool? = try await Accessibility.poll(within: limit) {
                last = try await colors()
                return last[name, default: 0] >= pixels ? true : nil
            }
            if found != nil { return }
            let seen = last.sorted { $0.value > $1.value }.prefix(8).map { "\($0.key): \($0.value)" }
            throw Accessibility.AbsentError(description: "nothing is filled with \(name), but \(seen)")
        }

        /// Where the panel's window is, in pixels of the screen, once it is shown.
        func windowArea() async throws -> AccessibleArea {
            let text = try await xdotool(
                "search", "--sync", "--onlyvisible", "--name", "^Today$", "getwindowgeometry", "--shell")
            func value(_ name: String) -> Int32 {
                text.split(separator: "\n").first { $0.hasPrefix(name + "=") }
                    .flatMap { Int32($0.dropFirst(name.count + 1)) } ?? -1
            }
            return AccessibleArea(x: value("X"), y: value("Y"), width: value("WIDTH"), height: value("HEIGHT"))
        }

        /// Waits until the panel's window is somewhere.
        func wait(forWindowAt area: AccessibleArea) async throws {
            var last: AccessibleArea?
            let found: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                last = try await windowArea()
                return last == area ? true : nil
            }
            if found == nil {
                throw Accessibility.AbsentError(description: "the window is at \(last as Any), not at \(area)")
            }
        }
    }
#endif
