#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import TodayPlatform
    import Testing
    import TodayModel

    /// Where things stand beside and below one another.
    @Suite struct PlaceTests {
        private let note: WidgetIdentifier = "org.example.Note"

        private func withCard(
            _ parts: String, _ body: (PanelDesk, AccessibleNode) async throws -> Void
        ) async throws {
            try await withDesk { desk in
                try await desk.register(
                    note, "Note",
                    #"{"kind":"column","children":[{"kind":"text","text":"Top"},\#(parts),{"kind":"text","text":"End"}]}"#
                )
                try await desk.startPanel("--show")
                try await body(desk, try await desk.accessibility.wait(forText: "End"))
            }
        }

        private func area(_ name: String, _ desk: PanelDesk, _ tree: AccessibleNode) async throws -> AccessibleArea {
            let node = try #require(tree.all.first { $0.name == name }, "\(tree.outline())")
            return try await desk.accessibility.area(of: node)
        }

        @Test func anEmptyChartTakesNoRoom() async throws {
            try await withCard(#"{"kind":"chart","values":[]}"#) { desk, tree in
                let (top, end) = (try await area("Top", desk, tree), try await area("End", desk, tree))
                #expect(end.y - top.y - top.height == 6, "\(top) \(end)")
                try await desk.screenshot("empty-chart")
            }
        }

        /// Rows that can be tapped begin and end where the others do.
        @Test func whatCanBeTappedHasTheInsetsOfTheOthers() async throws {
            let parts = #"""
                {"kind":"row","action":"a","children":[{"kind":"text","text":"Tapped"},{"kind":"spacer"}]}
                """#
            try await withCard(parts) { desk, tree in
                let (top, row) = (try await area("Top", desk, tree), try await area("Tapped", desk, tree))
                #expect(row.x == top.x && row.width == top.width, "\(top) \(row)")
                try await desk.screenshot("tappable")
            }
        }

        /// A node that can be tapped changes its look under the pointer.
        @Test func aRowUnderThePointerLooksOtherwise() async throws {
            let parts = #"{"kind":"row","action":"a","children":[{"kind":"text","text":"Tapped"},{"kind":"spacer"}]}"#
            try await withCard(parts) { desk, tree in
                let row = try await area("Tapped", desk, tree)
                let film = try await Film(desk, of: note, below: "Top")
                let before = try await film.still("the card")
                try await desk.movePointer(x: row.x + 20, y: row.y + row.height / 2)
                try await desk.movePointer(x: row.x + 22, y: row.y + row.height / 2)
                try await film.wait(for: "the row under the pointer") { $0 != before }
                try await desk.screenshot("tappable-hover")
            }
        }

        /// Lines of the other direction than the panel's begin where a single one does: at the panel's own side.
        @Test func brokenLinesOfTheOtherDirectionBeginWhereOneDoes() async throws {
            // Two lines, the second of which is short.
            let hebrew = String(repeating: "אבגדה ", count: 11) + "סוף"
            let parts = #"{"kind":"text","text":"\#(hebrew)"},{"kind":"text","text":"אבגדה"}"#
            try await withCard(parts) { desk, tree in
                try await desk.screenshot("other-direction")
                let long = try await area(hebrew, desk, tree)
                let single = try await area("אבגדה", desk, tree)
                let camera = try ScreenCamera(desk.screen)
                let window = try await desk.windowArea()
                /// How many pixels of a part of the card are not white.
                func ink(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) throws -> Int {
                    let bytes = try camera.picture(
                        of: AccessibleArea(
                            x: window.x + x, y: window.y + y, width: width, height: height))
                    return stride(from: 0, to: bytes.count, by: 4).count { bytes[$0] < 128 }
                }
                let half = long.height / 2
                #expect(half >= single.height - 2, "it is not broken: \(long)")
                // The last line and the single one stand at the left, and nothing at the right.
                for (y, height) in [(long.y + half + 3, half - 4), (single.y, single.height)] {
                    #expect(try ink(long.x, y, 30, height) > 20)
                    #expect(try ink(long.x + 250, y, 70, height) == 0)
                }
            }
        }

        /// An icon that the theme does not have is the puzzle piece, as for a widget without an icon.
        @Test func aMissingIconIsThePuzzlePiece() async throws {
            try await withCard(#"{"kind":"divider"}"#) { desk, _ in
                let film = try await Film(desk, of: note, below: "Top")
                func icon(_ name: String) -> String {
                    #"{"kind":"column","children":[{"kind":"text","text":"Top"},{"kind":"image","icon":"\#(name)"}]}"#
                }
                let known = try await film.settle(on: icon("application-x-addon-symbolic"))
                #expect(try await film.settle(on: icon("folder-symbolic")) != known)
                for name in ["no-such-icon", "no-such-icon-symbolic"] {
                    #expect(try await film.settle(on: icon(name)) == known)
                }
                try await desk.screenshot("missing-icon")
            }
        }

        /// Icon names of the theme aren't read, and a screen reader skips purely visual icons.
        @Test func iconsWithoutADescriptionAreNotRead() async throws {
            let parts = #"""
                {"kind":"image","icon":"folder-symbolic"},
                {"kind":"image","icon":"weather-clear-symbolic","description":"Sunny"},
                {"kind":"button","label":"","icon":"view-refresh-symbolic","action":"reload"}
                """#
            try await withCard(parts) { _, tree in
                #expect(!tree.contains("-symbolic") && tree.contains("Sunny"), "\(tree.outline())")
                #expect(tree.first("button", "reload") != nil, "\(tree.outline())")
                let card = try #require(tree.card("Note"))
                #expect(!card.all.contains { $0.role == "image" && $0.name.isEmpty }, "\(card.outline())")
            }
        }

        /// In all cards, with More or without, with a longer word or a shorter one.
        @Test func agesAndSizeButtonsStandBelowOneAnother() async throws {
            try await withCard(#"{"kind":"divider"}"#) { desk, _ in
                let text = #"""
                    {"kind":"column","children":[{"kind":"text","text":"x"},
                    {"kind":"text","text":"y","modes":["expanded"]}]}
                    """#
                let larger: [String: DBusValue] = ["LargestDisplayMode": "expanded"]
                try await desk.register("org.example.Small", "Small", text, larger)
                try await desk.register(
                    "org.example.Large", "Large", text, larger.merging(["DisplayMode": "expanded"]) { $1 })
                let tree = try await desk.accessibility.wait(for: "all cards") {
                    $0.contains("More of Small") && $0.contains("Less of Large")
                }
                try await desk.screenshot("ages")
                var ends: [Int32] = []
                for name in ["Note", "Small", "Large"] {
                    let card = try #require(tree.card(name))
                    let age = try #require(card.all.first { $0.name.hasPrefix("Updated ") })
                    let area = try await desk.accessibility.area(of: age)
                    ends.append(area.x + area.width)
                }
                #expect(Set(ends).count == 1, "\(ends)")
            }
        }
    }
#endif
