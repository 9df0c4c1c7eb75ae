#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayHost
    import TodayModel

    /// Content that is too high for its mode.
    @Suite struct CutTests {
        private func isRed(_ color: RGBColor) -> Bool { color.red > 0.4 && color.green < 0.4 && color.blue < 0.4 }

        private func rows(_ count: Int, _ spacing: Int) -> String {
            let rows = (1...count).map { #"{"kind":"text","id":"\#($0)","text":"■■■■■■■■","color":"error"}"# }
            return #"{"kind":"column","spacing":\#(spacing),"children":[\#(rows.joined(separator: ","))]}"#
        }

        /// Each row is drawn whole or not at all, and More is visible only if a row is hidden.
        @Test(arguments: ["gtk-application-prefer-dark-theme=0", "gtk-theme-name=Default-hc"])
        func rowsAreWholeOrHidden(_ setting: String) async throws {
            try await withDesk(settings: ["gtk-enable-animations=0", setting]) { desk in
                let widget: WidgetIdentifier = "org.example.Rows"
                try await desk.register(widget, "Rows", rows(1, 0))
                try await desk.startPanel("--show")
                let camera = try ScreenCamera(desk.screen)
                var (cut, whole) = (0, 0)
                for count in 2...9 {
                    for spacing in [0, 5] {
                        let name = #"{"accessible-label":"\#(count) \#(spacing)","#
                        try await desk.client.updateWidget(
                            widget, ["Content": .string(name + rows(count, spacing).dropFirst())])
                        try await desk.accessibility.wait(forText: "\(count) \(spacing)")
                        // A change is laid out and drawn with the next frames.
                        var last: [Int] = []
                        var hasMore = false
                        let isRight: Bool? = try await Accessibility.poll(within: .seconds(20)) {
                            let now = try await desk.accessibility.read()
                            guard let shown = now.card("Rows") else { return nil }
                            let labels = shown.all.filter { $0.role == "label" && $0.name.hasPrefix("■") }
                            guard labels.count == count else { return nil }
                            let bottom = try await desk.accessibility.area(of: shown)
                            last = []
                            for label in labels {
                                var area = try await desk.accessibility.area(of: label)
                                area.height = min(area.height, bottom.y + bottom.height - area.y)
                                last.append(
                                    area.height > 0 ? try desk.colors(in: area, camera).pixels(like: isRed) : 0)
                            }
                            hasMore = now.first("button", "More of Rows") != nil
                            let visible = last.prefix { $0 == last[0] }
                            let isWhole = last[0] > 100 && last.dropFirst(visible.count).allSatisfy { $0 == 0 }
                            return isWhole && hasMore == (visible.count < count) ? true : nil
                        }
                        #expect(isRight == true, "\(count) \(spacing): \(last) \(hasMore)")
                        if hasMore { cut += 1 } else { whole += 1 }
                    }
                }
                #expect(cut > 3 && whole > 3, "\(cut) \(whole)")
            }
        }

        /// A chart below other content is whole or hidden, with its legend.
        @Test func chartsAreNotCutThrough() async throws {
            try await withDesk { desk in
                try await desk.register(
                    "org.example.Chart", "Chart",
                    #"""
                    {"kind":"column","children":[{"kind":"text","text":"Load"},{"kind":"text","text":"Average"},
                      {"kind":"row","children":[{"kind":"text","text":"Row"}]},
                      {"kind":"chart","values":[1,3,2],"label":"Processor"},{"kind":"text","text":"End"}]}
                    """#)
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(for: "More") { $0.first("button", "More of Chart") != nil }
                let card = try #require(tree.card("Chart"))
                let chart = try #require(card.all.first { $0.name.hasPrefix("Chart of Processor") })
                let row = try await desk.accessibility.area(of: try #require(card.first("label", "Row")))
                let (outer, inner) = (
                    try await desk.accessibility.area(of: card), try await desk.accessibility.area(of: chart)
                )
                #expect(inner.y + inner.height > outer.y + outer.height, "the chart is hidden")
                #expect(row.y + row.height <= outer.y + outer.height, "the row above it is not")
                let camera = try ScreenCamera(desk.screen)
                let below = AccessibleArea(
                    x: row.x, y: inner.y, width: 300, height: max(outer.y + outer.height - inner.y - 2, 1))
                #expect(try desk.colors(in: below, camera).counts.count == 1, "nothing of it is drawn")
            }
        }
    }
#endif
