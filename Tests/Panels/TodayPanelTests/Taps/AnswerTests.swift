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

    /// The effects of a tap: the call to the center, the message for the user, and the focus afterwards.
    @Suite struct AnswerTests {
        private let note: WidgetIdentifier = "org.example.Note"

        private func row(_ name: String, _ attributes: [String: DBusValue]) -> Content {
            Content(kind: "button", attributes: attributes.merging(["label": .string(name)]) { $1 })
        }

        private func withPanel(
            _ rows: [Content], settings: [String] = ["gtk-enable-animations=0"],
            _ body: (PanelDesk, PlayedCenter) async throws -> Void
        ) async throws {
            try await withDesk(settings: settings) { desk in
                var widget = WidgetProperties(identifier: note)
                widget.name = "Note"
                widget.content = Content(kind: "column", children: rows)
                let center = try await PlayedCenter.start(on: desk.bus, [widget])
                let panel = try await desk.startPanel("--show")
                try await desk.accessibility.wait(for: "the card") { $0.card("Note")?.first("button", "First") != nil }
                try await body(desk, center)
                panel.signal(SIGTERM)
                let end = try await panel.finished()
                #expect(end.error == "", "\(end)")
            }
        }

        /// Waits until the center was asked for something, and returns the last of it.
        private func last(_ get: @escaping () async -> [String]) async throws -> String {
            let found: String? = try await Accessibility.poll(within: .seconds(60)) { await get().last }
            return try #require(found)
        }

        @Test func tapsBringAnActivationToken() async throws {
            try await withPanel([row("First", ["action": "go"]), row("Second", ["url": "https://example.org"])]) {
                desk, center in
                let tree = try await desk.accessibility.read()
                try await desk.accessibility.press(try #require(tree.first("button", "First")))
                let action = try await last { await center.actions }
                #expect(action.contains(" activation-token="), "\(action)")
                try await desk.accessibility.press(try #require(tree.first("button", "Second")))
                let url = try await last { await center.opened }
                #expect(url.hasPrefix("https://example.org "), "\(url)")
            }
        }

        @Test func whatNobodyOpensIsSaidInWords() async throws {
            try await withPanel([row("First", ["url": "lab:x"])]) { desk, _ in
                let tree = try await desk.accessibility.read()
                try await desk.accessibility.press(try #require(tree.first("button", "First")))
                let after = try await desk.accessibility.wait(forText: "No app can open lab:x")
                #expect(!after.contains("org.freedesktop"), "\(after.outline())")
            }
        }

        @Test func whatCameToNothingIsForgottenWithTheWindow() async throws {
            try await withPanel([row("First", ["action": "fail"])]) { desk, center in
                await center.refuse(
                    CenterMember.invokeAction, CenterError(.actionFailed, "\(note.rawValue): it cannot"))
                let tree = try await desk.accessibility.read()
                try await desk.accessibility.press(try #require(tree.first("button", "First")))
                try await desk.accessibility.wait(forText: "It cannot")
                #expect(try await desk.startPanel("--hide").finished().exit == .status(0))
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await center.waitForViewingCalls(3)
                try await desk.accessibility.wait(for: "the card alone") {
                    $0.card("Note")?.first("button", "First") != nil && !$0.contains("It cannot")
                }
            }
        }

        @Test(arguments: [true, false]) func theFocusStaysInTheCard(_ isAnimated: Bool) async throws {
            let settings = ["gtk-enable-animations=\(isAnimated ? 1 : 0)"]
            let second = row("Second", ["action": "go", "id": "s"])
            try await withPanel([row("First", ["action": "go", "id": "f"]), second], settings: settings) {
                desk, center in
                try await desk.focusPanel()
                try await desk.press("Down", "Tab", "Tab")
                try await desk.accessibility.wait(forFocusOn: "First")
                try await desk.press("Return")
                _ = try await last { await center.actions }
                await center.change(note, [.content]) { $0.content = Content(kind: "column", children: [second]) }
                try await desk.accessibility.wait(for: "the second row alone") { $0.first("button", "First") == nil }
                try await desk.accessibility.wait(forFocusOn: "Note")
                try await desk.press("Tab", "Tab")
                try await desk.accessibility.wait(forFocusOn: "Second")
            }
        }

        @Test func theFocusGoesToTheNextCard() async throws {
            try await withPanel([row("First", ["action": "go"])]) { desk, center in
                for name in ["Second", "Third"] {
                    var widget = WidgetProperties(identifier: try WidgetIdentifier("org.example.\(name)"))
                    widget.name = name
                    widget.content = Content(kind: "text", attributes: ["text": .string("Text of \(name)")])
                    await center.add(widget)
                }
                try await desk.accessibility.wait(forText: "Text of Third")
                try await desk.focusPanel()
                try await desk.press("Down", "Down")
                try await desk.accessibility.wait(forFocusOn: "Second")
                await center.remove("org.example.Second")
                try await desk.accessibility.wait(forFocusOn: "Third")
                await center.remove("org.example.Third")
                try await desk.accessibility.wait(forFocusOn: "Note")
            }
        }

        /// A tap without an answer looked as if the panel had ignored it.
        @Test func aTapThatTakesLongShowsThatItIsWaitedFor() async throws {
            try await withPanel([row("First", ["action": "go"])]) { desk, center in
                let answers = WatchedValue(false)
                await center.answerActions { _ = try? await answers.wait { $0 } }
                let tree = try await desk.accessibility.read()
                let card = try #require(tree.card("Note"))
                #expect(try await !desk.accessibility.has(.busy, card))
                try await desk.accessibility.press(try #require(tree.first("button", "First")))
                try await desk.accessibility.wait(forText: "Waiting for an answer…")
                #expect(try await desk.accessibility.has(.busy, card))
                try await desk.screenshot("tap-at-work")
                // It can be tapped again, and is waited for until both are answered.
                try await desk.accessibility.press(try #require(tree.first("button", "First")))
                let count: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    await center.actions.count == 2 ? true : nil
                }
                #expect(count == true)
                answers.change { $0 = true }
                try await desk.accessibility.wait(for: "the end") { !$0.contains("Waiting for an answer…") }
                #expect(try await !desk.accessibility.has(.busy, card))
            }
        }

        @Test(arguments: ["F5", "ctrl+r"]) func aKeyUpdates(_ key: String) async throws {
            try await withPanel([row("First", ["action": "go"])]) { desk, center in
                let other: WidgetIdentifier = "org.example.Other"
                var widget = WidgetProperties(identifier: other)
                widget.name = "Other"
                widget.content = Content(kind: "text", attributes: ["text": "Text of the other"])
                await center.add(widget)
                let updated = WatchedValue<[WidgetIdentifier]>([])
                let answers = WatchedValue(0)
                for identifier in [note, other] {
                    await center.onUpdate(of: identifier) { _ in
                        updated.change { $0.append(identifier) }
                        let count = updated.value.count
                        _ = try? await answers.wait { $0 >= count }
                        return .newData
                    }
                }
                try await desk.accessibility.wait(forText: "Text of the other")
                try await desk.focusPanel()
                // The user hasn't chosen the control that has the focus now.
                try await desk.press(key)
                try await updated.wait { $0.count == 2 }
                #expect(Set(updated.value) == [note, other])
                let busy = try await desk.accessibility.wait(for: "the work") { tree in
                    ["Note", "Other"].allSatisfy { tree.card($0)?.contains("Updating…") == true }
                }
                for name in ["Note", "Other"] {
                    #expect(try await desk.accessibility.has(.busy, try #require(busy.card(name))))
                }
                // A widget that is being updated isn't updated again.
                try await desk.press(key)
                answers.change { $0 = 2 }
                try await desk.accessibility.wait(for: "the end") { !$0.contains("Updating…") }
                try await desk.press("Down", "Down")
                try await desk.accessibility.wait(forFocusOn: "Other")
                try await desk.press(key)
                try await updated.wait { $0.count == 3 }
                #expect(updated.value.last == other)
                try await desk.accessibility.wait(for: "the work") { tree in
                    tree.card("Other")?.contains("Updating…") == true
                }
                #expect(try await desk.accessibility.read().card("Note")?.contains("Updating…") == false)
                try await desk.screenshot("card-updating")
                answers.change { $0 = 3 }
                try await desk.accessibility.wait(for: "the end") { !$0.contains("Updating…") }
                #expect(updated.value.count == 3)
            }
        }

        @Test func retryShowsThatItWorks() async throws {
            try await withPanel([row("First", ["action": "go"])]) { desk, center in
                await center.change(note, [.lastResult, .error]) {
                    $0.lastResult = .failed
                    $0.error = "it rains"
                }
                let answers = WatchedValue(false)
                await center.onUpdate(of: note) { _ in
                    _ = try? await answers.wait { $0 }
                    return .failed
                }
                let tree = try await desk.accessibility.wait(for: "a failure") { $0.first("button", "Retry") != nil }
                try await desk.accessibility.press(try #require(tree.first("button", "Retry")))
                let busy = try await desk.accessibility.wait(for: "the work") { $0.contains("Trying again…") }
                #expect(busy.contains("it rains") && busy.first("button", "Retry") == nil, "\(busy.outline())")
                try await desk.screenshot("retry-at-work")
                answers.change { $0 = true }
                try await desk.accessibility.wait(for: "the offer again") { $0.first("button", "Retry") != nil }
            }
        }

        @Test func theFocusStaysInTheCardAfterRetry() async throws {
            try await withPanel([row("First", ["action": "go"])]) { desk, center in
                await center.change(note, [.lastResult, .error]) {
                    $0.lastResult = .failed
                    $0.error = "it rains"
                }
                await center.onUpdate(of: note) { widget in
                    widget.error = ""
                    return .newData
                }
                try await desk.accessibility.wait(forText: "it rains")
                try await desk.focusPanel()
                try await desk.press("Down", "Tab", "Tab", "Tab")
                try await desk.accessibility.wait(forFocusOn: "Retry")
                try await desk.press("Return")
                try await desk.accessibility.wait(for: "no failure") { !$0.contains("it rains") }
                try await desk.accessibility.wait(forFocusOn: "Note")
            }
        }
    }
#endif
