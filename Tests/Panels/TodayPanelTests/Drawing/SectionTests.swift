#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    @Suite struct SectionTests {
        private let mail: WidgetIdentifier = "org.example.Mail"

        private func content(before: String = "", inbox: String = "Letter") -> String {
            #"""
            {"kind":"column","children":[\#(before)
             {"kind":"section","label":"Inbox","children":[
              {"kind":"text","text":"\#(inbox)"},{"kind":"button","label":"Read","action":"read"}]},
             {"kind":"section","id":"drafts","label":"Drafts","expanded":true,"children":[
              {"kind":"row","children":[{"kind":"text","text":"Poem"},{"kind":"spacer"},
               {"kind":"text","text":"Today","color":"secondary"}]},
              {"kind":"section","label":"Older","children":[{"kind":"text","text":"Essay"}]}]}]}
            """#
        }

        private func wait(_ desk: PanelDesk, _ name: String, isExpanded: Bool) async throws {
            let found: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                guard let button = try await desk.accessibility.read().first("button", name),
                    try await desk.accessibility.has(.expandable, button),
                    try await desk.accessibility.has(.expanded, button) == isExpanded
                else { return nil }
                return true
            }
            #expect(found == true, "\(name) is \(isExpanded ? "folded" : "expanded")")
        }

        @Test func theyAreUnfoldedAndStaySo() async throws {
            try await withDesk { desk in
                try await desk.register(mail, "Mail", content())
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "Poem")
                #expect(!tree.contains("Letter") && !tree.contains("Essay"), "\(tree.outline())")
                try await wait(desk, "Inbox", isExpanded: false)
                try await wait(desk, "Drafts", isExpanded: true)
                try await desk.accessibility.press(button: "Inbox")
                try await desk.accessibility.wait(forText: "Letter")
                try await wait(desk, "Inbox", isExpanded: true)
                try await desk.accessibility.press(button: "Drafts")
                try await desk.accessibility.wait(for: "folded drafts") { !$0.contains("Poem") }
                try await desk.accessibility.expectNamedControls()

                // The user's choice is kept: by the label, or by the id even if the label changes.
                let first = #"{"kind":"section","label":"New","children":[{"kind":"text","text":"Unseen"}]},"#
                let other = content(before: first, inbox: "Postcard").replacing("Drafts", with: "Drafts (1)")
                _ = try await desk.client.updateWidget(mail, ["Content": .string(other)])
                let updated = try await desk.accessibility.wait(forText: "Postcard")
                #expect(!updated.contains("Unseen") && !updated.contains("Poem"), "\(updated.outline())")
                try await wait(desk, "New", isExpanded: false)
                try await wait(desk, "Drafts (1)", isExpanded: false)
            }
        }

        @Test(arguments: ["light", "dark", "right-to-left"]) func keysUnfoldThem(_ appearance: String) async throws {
            let isMirrored = appearance == "right-to-left"
            let settings = [
                "gtk-enable-animations=0", "gtk-application-prefer-dark-theme=\(appearance == "dark" ? 1 : 0)",
            ]
            try await withDesk(settings: settings) { desk in
                try await desk.register(mail, "Mail", content())
                let variables = isMirrored ? ["PANGO_LANGUAGE": "he", "LANGUAGE": "he"] : [:]
                _ = try await desk.bus.start(
                    [try Programs.path("today-panel"), "--show"], with: desk.environment.merging(variables) { $1 })
                let tree = try await desk.accessibility.wait(forText: "Poem")
                let area = try await desk.accessibility.area(of: try #require(tree.first("label", "Inbox")))
                let inner = try await desk.accessibility.area(of: try #require(tree.first("label", "Poem")))
                let distance = isMirrored ? area.x + area.width - inner.x - inner.width : inner.x - area.x
                #expect(distance == 0, "what is beneath begins where the label does")
                try await desk.focusPanel()
                try await desk.press("Down", "Tab", "Tab")
                try await desk.accessibility.wait(forFocusOn: "Inbox")
                let (opening, closing) = isMirrored ? ("Left", "Right") : ("Right", "Left")
                for (key, isExpanded) in [
                    (opening, true), (closing, false), ("Return", true), ("space", false), ("space", true),
                ] {
                    try await desk.press(key)
                    try await wait(desk, "Inbox", isExpanded: isExpanded)
                    try await desk.accessibility.wait(forFocusOn: "Inbox")
                }
                try await desk.screenshot("section-" + appearance)
            }
        }

        /// In a compact card the room grows with what is unfolded.
        @Test func whatIsUnfoldedIsSeen() async throws {
            try await withDesk { desk in
                let rows = (1...12).map { #"{"kind":"text","text":"Line \#($0)"}"# }.joined(separator: ",")
                try await desk.register(mail, "Mail", #"{"kind":"section","label":"All","children":[\#(rows)]}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.press(button: "All")
                let tree = try await desk.accessibility.wait(forText: "Line 12")
                let card = try #require(tree.card("Mail"))
                let last = try #require(tree.first("label", "Line 12"))
                let isSeen: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    let outer = try await desk.accessibility.area(of: card)
                    let inner = try await desk.accessibility.area(of: last)
                    return inner.y + inner.height <= outer.y + outer.height ? true : nil
                }
                #expect(isSeen == true)
            }
        }
    }
#endif
