#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    @Suite struct CheckboxTests {
        private func content(_ action: String) -> String {
            #"""
            {"kind":"column","action":"card","children":[{"kind":"text","text":"Shopping"},
              {"kind":"checkbox","id":"m","label":"Milk","value":true\#(action)}]}
            """#
        }

        @Test func aTapSendsTheOppositeState() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk, showing: content(#","action":"done""#))
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(for: "a box") { $0.first("checkbox", "Milk") != nil }
                let box = try #require(tree.first("checkbox", "Milk"))
                try await desk.accessibility.wait(box, isChecked: true)
                provider.isAnswering.change { $0 = false }
                try await desk.accessibility.press(box)
                let taps = try await provider.taps.wait { !$0.isEmpty }
                #expect(
                    taps == [
                        .init(action: "done", parameters: [.boolean(false)], node: .string("m"), hasRevision: true)
                    ])
                // It shows that at once, and afterwards the widget's value.
                try await desk.accessibility.wait(box, isChecked: false)
                provider.isAnswering.change { $0 = true }
                try await desk.accessibility.wait(box, isChecked: true)
                // The label belongs to the box, not to what is around it.
                let area = try await desk.accessibility.area(of: try #require(tree.first("label", "Milk")))
                try await desk.click(x: area.x + 4, y: area.y + area.height / 2)
                try await provider.taps.wait { $0.count == 2 && $0.last?.action == "done" }
            }
        }

        @Test func withoutAnActionItIsDisabled() async throws {
            try await withDesk { desk in
                _ = try await NotingProvider.start(desk, showing: content(""))
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(for: "a box") { $0.first("checkbox", "Milk") != nil }
                #expect(try await !desk.accessibility.has(.sensitive, try #require(tree.first("checkbox", "Milk"))))
            }
        }
    }
#endif
