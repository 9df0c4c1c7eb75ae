#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import CenterTesting
    import PlayedCenter
    import Testing
    import TodayModel

    /// Edits while others change the arrangement too, at a center that the test steers.
    @Suite struct ConflictTests {
        private let a: WidgetIdentifier = "org.example.Alpha"
        private let b: WidgetIdentifier = "org.example.Beta"
        private let c: WidgetIdentifier = "org.example.Gamma"

        private func withEditView(_ body: (PanelDesk, PlayedCenter) async throws -> Void) async throws {
            try await withDesk { desk in
                let center = try await PlayedCenter.start(
                    on: desk.bus,
                    [(a, "Alpha"), (b, "Beta"), (c, "Gamma")].map { identifier, name in
                        var widget = WidgetProperties(identifier: identifier)
                        widget.name = name
                        return widget
                    })
                try await desk.startPanel("--show")
                try await desk.accessibility.press(button: "Edit")
                try await desk.accessibility.wait(forText: "Edit Today")
                try await body(desk, center)
            }
        }

        @Test func whatOthersDoMeanwhileStays() async throws {
            try await withEditView { desk, center in
                await center.interfere([c, b, a])
                try await desk.accessibility.press(button: "Remove Beta")
                try await desk.accessibility.wait(for: "the order of the others without the widget") { tree in
                    tree.contains("Gamma, 1 of 2") && tree.contains("Alpha, 2 of 2")
                }
                #expect(try await CenterClient(center.connection).arrangement() == [c, a])
            }
        }

        @Test func aRefusedEditIsTakenBackAndSaysWhy() async throws {
            try await withEditView { desk, center in
                await center.interfere(times: 5, [c, b, a], [a, b, c])
                try await desk.accessibility.press(button: "Remove Beta")
                try await desk.accessibility.wait(for: "a message, and the widget back") { tree in
                    tree.contains("Can’t change this: the arrangement has changed")
                        && tree.first("button", "Remove Beta") != nil
                }
                try await desk.screenshot("edit-refused")
                // The next edit removes the message.
                try await desk.accessibility.press(button: "Remove Gamma")
                try await desk.accessibility.wait(for: "no message") {
                    !$0.contains("Can’t change this") && $0.contains("Beta, ") && !$0.contains("Gamma, 3")
                }
            }
        }
    }
#endif
