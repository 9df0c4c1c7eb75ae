#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import CenterTesting
    import PlayedCenter
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    /// Centers that do not keep to the contract.
    @Suite struct HostileTests {
        private let note: WidgetIdentifier = "org.example.Note"
        private let other: WidgetIdentifier = "org.example.Other"

        private func widget(_ identifier: WidgetIdentifier, _ name: String, _ content: Content) -> WidgetProperties {
            var widget = WidgetProperties(identifier: identifier)
            widget.name = name
            widget.content = content
            widget.hasContent = true
            return widget
        }

        private func text(_ text: String) -> Content { Content(kind: "text", attributes: ["text": .string(text)]) }

        private func column(_ children: [Content], _ attributes: [String: DBusValue] = [:]) -> Content {
            Content(kind: "column", attributes: attributes, children: children)
        }

        /// Runs a panel on a center, and ends it. Whatever happened, the panel has nothing to complain of.
        private func withPanel(
            _ widgets: [WidgetProperties], waitingFor first: String,
            _ body: (PanelDesk, PlayedCenter) async throws -> Void
        ) async throws {
            try await withDesk { desk in
                let center = try await PlayedCenter.start(on: desk.bus, widgets)
                let panel = try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: first)
                try await body(desk, center)
                panel.signal(SIGTERM)
                let end = try await panel.finished()
                #expect(end.exit == .status(0) && end.error == "", "\(end)")
            }
        }

        @Test func aWidgetThatHasManyPlaces() async throws {
            try await withPanel(
                [widget(note, "Note", text("Buy milk")), widget(other, "Other", text("Buy bread"))],
                waitingFor: "Buy bread"
            ) { desk, center in
                await center.arrange([note, note, other, note, note], today: [note, note, other, note, note])
                await center.change(other, [.content]) {
                    $0.content = Content(kind: "text", attributes: ["text": "Later"])
                }
                let tree = try await desk.accessibility.wait(forText: "Later")
                #expect(tree.texts.count { $0 == "Buy milk" } == 1, "\(tree.outline())")
                try await desk.accessibility.press(try #require(tree.first("button", "Edit")))
                try await desk.accessibility.wait(forText: "Other, 2 of 2")
            }
        }

        @Test func contentThatIsNotValid() async throws {
            let deep = (0..<17).reduce(text("Too deep")) { content, _ in column([content]) }
            let odd: [Content] = [
                Content(kind: "progress", attributes: ["value": .double(.nan)]),
                Content(kind: "progress", attributes: ["since": .uint64(.max), "until": .uint64(0)]),
                Content(kind: "image", attributes: ["icon": "../../../etc/passwd", "width": .double(-1)]),
                Content(kind: "image", attributes: ["data": .bytes([]), "width": .double(0), "height": .double(0)]),
                Content(kind: "image", attributes: ["data": .bytes(Array("<svg".utf8)), "width": .double(1e300)]),
                Content(
                    kind: "grid", attributes: ["columns": .int64(-5), "spacing": .double(-.infinity)],
                    children: [text("Cell")]),
                Content(kind: "list", attributes: ["visible-rows": .int64(-1)], children: [text("Row")]),
                Content(kind: "chart", attributes: ["values": .array([.double(.nan), .string("x")], of: "v")]),
                Content(kind: "timer", attributes: ["until": .uint64(.max), "since": .uint64(.max)]),
                Content(kind: "text", attributes: ["text": .int32(5), "lines": .int64(.max)]),
                Content(kind: "button", attributes: ["label": "<b>&</b>\n\u{7}\u{202e}", "action": "a", "url": "b:c"]),
                Content(kind: "row", attributes: ["id": "same", "action": ""], children: [text("One")]),
                Content(kind: "row", attributes: ["id": "same"], children: [text("Two")]),
                Content(kind: "row", attributes: ["id": "same"]),
                Content(kind: "teleporter", children: [text("Unknown")]),
                deep,
            ]
            try await withPanel([widget(note, "Note", text("Buy milk"))], waitingFor: "Buy milk") { desk, center in
                // Content that breaks the contract is refused as a whole, and the old content stays; the panel survives
                // all of it.
                for (round, content) in odd.enumerated() {
                    await center.change(note, [.content, .revision]) {
                        $0.content = column([content, text("Round \(round)")])
                        $0.revision = 100 - UInt64(round)
                    }
                }
                await center.change(note, [.content]) {
                    $0.content = column([Content(kind: "teleporter", children: [text("Unknown")]), text("Still here")])
                }
                let tree = try await desk.accessibility.wait(forText: "Still here")
                #expect(tree.contains("Unknown") && !tree.contains("Too deep"), "\(tree.outline())")
                try await center.sendChange(
                    note,
                    [
                        "Content": .int32(5), "Name": .boolean(true), "DisplayMode": "sideways", "State": "gone",
                        "MarginInsets": .string(""), "UpdatedAt": .double(.nan),
                    ])
                await center.change(note, [.name, .icon, .error, .marginInsets, .preferredContentSize]) {
                    $0.name = "<big>Two\nlines</big>"
                    $0.icon = "/etc/passwd"
                    $0.error = String(repeating: "long ", count: 4000)
                    $0.marginInsets = EdgeInsets(top: .infinity, left: -.infinity, bottom: .nan, right: 1e300)
                    $0.preferredContentSize = Size(width: .nan, height: .infinity)
                }
                try await desk.accessibility.wait(forText: "<big>Two")
            }
        }

        @Test func widgetsThatComeAndGoAllTheTime() async throws {
            try await withPanel([widget(note, "Note", text("Buy milk"))], waitingFor: "Buy milk") { desk, center in
                for round in 0..<200 {
                    if round % 2 == 0 {
                        await center.add(widget(other, "Other", text("Round \(round)")))
                    } else {
                        await center.remove(other)
                    }
                }
                await center.add(widget(other, "Other", text("At last")))
                let tree = try await desk.accessibility.wait(for: "the last one alone") {
                    $0.contains("At last") && !$0.contains("Round ")
                }
                #expect(tree.contains("Buy milk"))
            }
        }
    }
#endif
