#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayHost
    import TodayModel

    /// How wide and how high things are beside one another.
    @Suite struct WidthTests {
        private let note: WidgetIdentifier = "org.example.Note"

        private func show(_ json: String, _ desk: PanelDesk) async throws {
            try await desk.register(
                note, "Note", json, ["LargestDisplayMode": "expanded", "DisplayMode": "expanded"])
        }

        private func area(_ name: String, _ desk: PanelDesk) async throws -> AccessibleArea {
            let tree = try await desk.accessibility.wait(forText: name)
            let node = try #require(tree.all.first { $0.name == name && $0.children.isEmpty }, "\(tree.outline())")
            return try await desk.accessibility.area(of: node)
        }

        @Test func whatHasNoWidthOfItsOwnFillsTheColumn() async throws {
            try await withDesk { desk in
                try await show(
                    #"""
                    {"kind":"column","children":[{"kind":"text","text":"Whole"},
                      {"kind":"column","alignment":"leading","children":[
                        {"kind":"chart","values":[1,2],"accessible-label":"Chart"},
                        {"kind":"progress","value":0.5,"accessible-label":"Bar"},
                        {"kind":"slider","label":"Slider","value":0.5,"action":"a"},
                        {"kind":"entry","label":"Entry","action":"a"}]},
                      {"kind":"grid","columns":3,"children":[
                        {"kind":"progress","value":0.5,"accessible-label":"First"},{"kind":"text","text":"Middle"},
                        {"kind":"text","text":"Last"}]}]}
                    """#, desk)
                try await desk.startPanel("--show")
                let whole = try await area("Whole", desk)
                // The card, and not more than that because something in it cannot do with less.
                #expect(whole.width == 380 - 2 * (12 + 14))
                #expect(try await area("Chart", desk).width == whole.width)
                #expect(try await area("Bar", desk).width == whole.width)
                let card = try await desk.accessibility.read()
                for (role, name) in [("slider", "Slider"), ("text box", "Entry")] {
                    let input = try #require(card.first(role, name), "\(card.outline())")
                    let width = try await desk.accessibility.area(of: input).width
                    // GTK reports the position of its content, without its padding.
                    #expect((whole.width - 24...whole.width).contains(width), "\(name)")
                }
                let last = try await area("Last", desk)
                #expect(last.x + last.width <= whole.x + whole.width)
                #expect(abs(try await area("First", desk).width - whole.width / 3) < 10)
            }
        }

        @Test func linesOfATextsOwnCountAsWell() async throws {
            try await withDesk { desk in
                func text(_ name: String, _ lines: Int) -> String {
                    #"{"kind":"text","text":"a\nb\nc\nd","lines":\#(lines),"accessible-label":"\#(name)"}"#
                }
                try await show(
                    #"{"kind":"column","children":[{"kind":"text","text":"Line"},\#(text("One", 1)),\#(text("Two", 2)),"#
                        + #"\#(text("All", 0))]}"#, desk)
                try await desk.startPanel("--show")
                let line = try await area("Line", desk).height
                #expect(try await area("One", desk).height == line)
                let two = try await area("Two", desk).height
                #expect(two > line && two <= 2 * line)
                #expect(try await area("All", desk).height > two)
            }
        }

        @Test func aTextInARowFollowsItsAlignment() async throws {
            try await withDesk { desk in
                func row(_ alignment: String) -> String {
                    #"{"kind":"column","children":[{"kind":"text","text":"Whole"},{"kind":"row","children":["#
                        + #"{"kind":"text","text":"Name"},{"kind":"text","text":"42","alignment":"\#(alignment)"}]}]}"#
                }
                try await show(row("leading"), desk)
                try await desk.startPanel("--show")
                let whole = try await area("Whole", desk)
                let end = whole.x + whole.width
                #expect(try await area("42", desk).x + 100 < end)
                for (alignment, isAtEnd) in [("trailing", true), ("leading", false)] {
                    try await show(row(alignment), desk)
                    let found: Bool? = try await Accessibility.poll(within: .seconds(30)) {
                        let number = try await area("42", desk)
                        return (number.x + number.width == end) == isAtEnd ? true : nil
                    }
                    #expect(found == true, "\(alignment)")
                }
            }
        }

        @Test func aSwitchThatIsDisabledLooksLikeIt() async throws {
            try await withDesk { desk in
                let own = try #require(RGBColor(red: 53 / 255, green: 132 / 255, blue: 228 / 255))
                let page = try #require(RGBColor(red: 246 / 255, green: 245 / 255, blue: 244 / 255))
                let accent = AccentColors(own, on: [.white, page], wantsMoreContrast: false).fill.hexadecimal
                func toggle(_ isEnabled: Bool) -> String {
                    #"{"kind":"toggle","id":"t","label":"Light","value":true,"action":"a","enabled":\#(isEnabled)}"#
                }
                try await show(toggle(true), desk)
                try await desk.startPanel("--show")
                try await desk.wait(forColor: accent, pixels: 300)
                try await show(toggle(false), desk)
                let found: Bool? = try await Accessibility.poll(within: .seconds(30)) {
                    try await desk.colors()[accent, default: 0] < 50 ? true : nil
                }
                #expect(found == true)
            }
        }
    }
#endif
