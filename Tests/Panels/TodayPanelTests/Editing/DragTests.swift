#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    /// Drags in the edit view, with the real pointer.
    @Suite struct DragTests {
        private func identifier(_ number: Int) -> WidgetIdentifier {
            WidgetIdentifier(rawValue: "org.example.W\(number)") ?? "org.example.None"
        }

        /// A desk whose edit view shows so many widgets, `Widget 0` first.
        private func withEditView(_ count: Int, _ body: (PanelDesk) async throws -> Void) async throws {
            try await withDesk { desk in
                var connections: [Connection] = []
                for first in stride(from: 0, to: count, by: 30) {
                    let connection = try await desk.bus.connect()
                    connections.append(connection)
                    for number in first..<min(first + 30, count) {
                        try await CenterClient(connection).registerWidget(
                            identifier(number), ["Name": .string("Widget \(number)")])
                    }
                }
                try await desk.startPanel("--show")
                try await desk.accessibility.press(button: "Edit")
                try await desk.accessibility.wait(forText: "Widget \(count - 1), \(count) of \(count)")
                try await body(desk)
                for connection in connections { await connection.close() }
            }
        }

        private func row(_ name: String, _ desk: PanelDesk) async throws -> AccessibleNode {
            let tree = try await desk.accessibility.wait(forText: name)
            return try #require(tree.all.first { $0.name == name })
        }

        private func height(of row: AccessibleNode, _ desk: PanelDesk) async throws -> Int32 {
            try await desk.accessibility.area(of: row).y
        }

        /// Takes the handle of a row.
        private func hold(_ row: AccessibleNode, _ desk: PanelDesk) async throws -> (x: Int32, y: Int32) {
            let area = try await desk.accessibility.area(of: row)
            let place = (x: area.x + area.width - 24, y: area.y + area.height / 2)
            try await desk.movePointer(x: place.x, y: place.y)
            try await desk.xdotool("mousedown", "1")
            return place
        }

        /// Moves what is held so far down that it is dragged, and then to a height in the window.
        private func drag(_ start: (x: Int32, y: Int32), to y: Int32, _ desk: PanelDesk) async throws {
            for step in 1...8 { try await desk.movePointer(x: start.x, y: start.y + (y - start.y) * Int32(step) / 8) }
        }

        @Test func atTheEdgeOfALongListItScrolls() async throws {
            try await withEditView(40) { desk in
                let all = (0..<40).map { identifier($0) }
                let first = try await row("Widget 0, 1 of 40", desk)
                let last = try await row("Widget 39, 40 of 40", desk)
                let start = try await hold(first, desk)
                try await drag(start, to: 790, desk)
                let isAtEnd: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    try await height(of: last, desk) < 760 ? true : nil
                }
                #expect(isAtEnd == true)
                try await desk.screenshot("edit-scrolled")
                try await desk.xdotool("mouseup", "1")
                try await desk.wait(forArrangement: Array(all[1...]) + [all[0]])
                // And up again.
                let back = try await hold(try await row("Widget 0, 40 of 40", desk), desk)
                try await drag(back, to: 70, desk)
                let second = try await row("Widget 1, 1 of 40", desk)
                let isAtBeginning: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    try await height(of: second, desk) > 40 ? true : nil
                }
                #expect(isAtBeginning == true)
                try await desk.xdotool("mouseup", "1")
                try await desk.wait(forArrangement: all)
            }
        }

        /// The list is so long that nothing but a stop keeps it from its end.
        @Test func itStopsWhenThePointerGoesAway() async throws {
            try await withEditView(120) { desk in
                let all = (0..<120).map { identifier($0) }
                let first = try await row("Widget 1, 2 of 120", desk)
                let last = try await row("Widget 119, 120 of 120", desk)
                let start = try await hold(try await row("Widget 0, 1 of 120", desk), desk)
                try await drag(start, to: 790, desk)
                let begin = try await height(of: first, desk)
                while try await height(of: first, desk) >= min(begin, 0) {}
                try await desk.movePointer(x: start.x, y: 400)
                var former = try await height(of: last, desk)
                let stopped: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    let height = try await height(of: last, desk)
                    defer { former = height }
                    return former == height ? true : nil
                }
                #expect(stopped == true)
                #expect(try await height(of: last, desk) > 800)
                try await desk.xdotool("mouseup", "1")
                let isMoved: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    try await desk.client.arrangement().first == identifier(1) ? true : nil
                }
                #expect(isMoved == true)
                let arrangement = try await desk.client.arrangement()
                let index = try #require(arrangement.firstIndex(of: identifier(0)))
                #expect(index > 3 && index < 119)
                #expect(arrangement.filter { $0 != identifier(0) } == Array(all[1...]))
            }
        }

        @Test func escapeTakesADragBack() async throws {
            try await withEditView(3) { desk in
                try await desk.focusPanel()
                let start = try await hold(try await row("Widget 0, 1 of 3", desk), desk)
                let end = try await height(of: try await row("Widget 2, 3 of 3", desk), desk) + 20
                try await drag(start, to: end, desk)
                try await desk.press("Escape")
                try await desk.movePointer(x: start.x, y: end - 4)
                try await desk.xdotool("mouseup", "1")
                // The edit view is still there, and the next edit is made upon the order as it was.
                try await desk.accessibility.wait(forText: "Widget 0, 1 of 3")
                try await desk.accessibility.press(button: "Remove Widget 1")
                try await desk.wait(forArrangement: [identifier(0), identifier(2)])
                try await desk.press("Escape")
                try await desk.accessibility.wait(for: "the cards") { !$0.contains("Edit Today") }
            }
        }

        @Test func aWidgetThatGoesIsLetGo() async throws {
            try await withEditView(4) { desk in
                let start = try await hold(try await row("Widget 0, 1 of 4", desk), desk)
                let end = try await height(of: try await row("Widget 2, 3 of 4", desk), desk) + 20
                try await drag(start, to: end, desk)
                try await desk.client.unregisterWidget(identifier(0))
                // It is seen at once, though the button is still held.
                try await desk.accessibility.wait(forText: "Widget 1, 1 of 3")
                try await desk.xdotool("mouseup", "1")
                let next = try await hold(try await row("Widget 1, 1 of 3", desk), desk)
                let under = try await height(of: try await row("Widget 3, 3 of 3", desk), desk) + 20
                try await drag(next, to: under, desk)
                try await desk.xdotool("mouseup", "1")
                // An identifier stays arranged when its widget goes.
                let isMoved: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    let arrangement = try await desk.client.arrangement().filter { $0 != identifier(0) }
                    return arrangement == [identifier(2), identifier(3), identifier(1)] ? true : nil
                }
                #expect(isMoved == true)
            }
        }

        @Test func whatOthersMoveMeanwhileStays() async throws {
            try await withEditView(4) { desk in
                let start = try await hold(try await row("Widget 0, 1 of 4", desk), desk)
                let end = try await height(of: try await row("Widget 2, 3 of 4", desk), desk) + 20
                try await drag(start, to: end, desk)
                try await desk.client.arrange([identifier(2), identifier(3), identifier(1), identifier(0)])
                try await desk.xdotool("mouseup", "1")
                // Behind the widget it was put behind, wherever that is now.
                try await desk.wait(
                    forArrangement: [identifier(2), identifier(0), identifier(3), identifier(1)])
            }
        }

        @Test func theServiceRestartsMeanwhile() async throws {
            try await withEditView(3) { desk in
                try await desk.restartCenter()
                try await desk.accessibility.wait(forText: "Edit Today")
                try await desk.accessibility.press(button: "Remove Widget 1")
                try await desk.wait(forArrangement: [identifier(0), identifier(2)])
                let after = try await desk.accessibility.wait(for: "the others") {
                    $0.contains("Widget 2, 2 of 2") && $0.contains("Edit Today")
                }
                #expect(!after.contains("Can’t change this"))
            }
        }
    }
#endif
