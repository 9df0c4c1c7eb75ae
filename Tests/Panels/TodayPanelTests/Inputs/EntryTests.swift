#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    @Suite struct EntryTests {
        private func content(
            _ title: String = "Tasks", value: String = "", more: String = #","action":"add""#
        ) -> String {
            #"""
            {"kind":"column","children":[{"kind":"text","text":"\#(title)"},
              {"kind":"entry","id":"e","label":"Add a task","placeholder":"Call Ann","value":"\#(value)"\#(more)}]}
            """#
        }

        private func entry(_ desk: PanelDesk) async throws -> AccessibleNode {
            func find(_ tree: AccessibleNode) -> AccessibleNode? {
                tree.all.first { $0.name == "Add a task" && $0.role != "label" }
            }
            return try #require(find(try await desk.accessibility.wait(for: "an entry") { find($0) != nil }))
        }

        private func focus(_ entry: AccessibleNode, _ desk: PanelDesk) async throws {
            try await desk.focusPanel()
            let area = try await desk.accessibility.area(of: entry)
            try await desk.click(x: area.x + area.width / 2, y: area.y + area.height / 2)
            try await desk.accessibility.wait(forFocusOn: "Add a task")
        }

        @Test func returnSendsTheText() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk, showing: content())
                try await desk.startPanel("--show")
                let entry = try await entry(desk)
                try await focus(entry, desk)
                // An empty text isn't sent.
                try await desk.press("Return")
                try await desk.xdotool("type", "Buy milk")
                try await desk.press("Return")
                let taps = try await provider.taps.wait { !$0.isEmpty }
                #expect(
                    taps == [
                        .init(action: "add", parameters: [.string("Buy milk")], node: .string("e"), hasRevision: true)
                    ])
                try await desk.accessibility.wait(entry, has: "")
                try await desk.accessibility.wait(forFocusOn: "Add a task")
            }
        }

        @Test func anErrorKeepsTheText() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk, showing: content(value: "Call"))
                try await desk.startPanel("--show")
                let entry = try await entry(desk)
                try await desk.accessibility.wait(entry, has: "Call")
                provider.isWilling.change { $0 = false }
                provider.isAnswering.change { $0 = false }
                try await focus(entry, desk)
                try await desk.press("End")
                try await desk.xdotool("type", " Ann")
                try await desk.press("Return")
                try await provider.taps.wait { $0.last?.parameters == [.string("Call Ann")] }
                // It is read-only during the call.
                try await desk.accessibility.wait(entry, .editable, is: false)
                provider.isAnswering.change { $0 = true }
                try await desk.accessibility.wait(forText: "The lamp is broken")
                try await desk.screenshot("entry-refused")
                try await desk.accessibility.wait(entry, .editable, is: true)
                #expect(try await desk.accessibility.text(in: entry) == "Call Ann")
                provider.isWilling.change { $0 = true }
                try await desk.press("Return")
                try await desk.accessibility.wait(entry, has: "Call")
            }
        }

        /// Text that the user is editing stays until it has been sent.
        @Test func newContentDoesNotReplaceTheText() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk, showing: content(value: "one"))
                try await desk.startPanel("--show")
                let entry = try await entry(desk)
                func show(_ title: String, _ value: String) async throws {
                    try await desk.client.updateWidget(
                        NotingProvider.identifier, ["Content": .string(content(title, value: value))])
                    try await desk.accessibility.wait(forText: title)
                }
                try await show("Second", "two")
                try await desk.accessibility.wait(entry, has: "two")
                try await focus(entry, desk)
                try await desk.press("End")
                try await desk.xdotool("type", " and")
                try await desk.accessibility.wait(entry, has: "two and")
                try await show("Third", "three")
                #expect(try await desk.accessibility.text(in: entry) == "two and")
                try await desk.press("Return")
                try await provider.taps.wait { $0.last?.parameters == [.string("two and")] }
                try await desk.accessibility.wait(entry, has: "three")
            }
        }

        /// A pasted text is one line of limited length.
        @Test func controlCharactersBecomeSpaces() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk, showing: content())
                try await desk.startPanel("--show")
                let entry = try await entry(desk)
                let long = "a\tb\nc" + String(repeating: "d", count: Limits.stringBytes)
                let _: Bool = try await desk.accessibility.connection.call(
                    BusName(entry.reference.bus), path: entry.reference.path,
                    interface: "org.a11y.atspi.EditableText", "SetTextContents", long)
                let sent = String(long.prefix(Limits.stringBytes)).replacing("\t", with: " ").replacing("\n", with: " ")
                try await desk.accessibility.wait(entry, has: sent)
                try await focus(entry, desk)
                try await desk.press("Return")
                try await provider.taps.wait { $0.last?.parameters == [.string(sent)] }
            }
        }

        @Test func withoutAnActionItIsDisabled() async throws {
            try await withDesk { desk in
                _ = try await NotingProvider.start(desk, showing: content(more: ""))
                try await desk.startPanel("--show")
                #expect(try await !desk.accessibility.has(.sensitive, try await entry(desk)))
            }
        }
    }
#endif
