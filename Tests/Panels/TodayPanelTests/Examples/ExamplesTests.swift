#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    /// The panel, the center and the examples, all real.
    @Suite struct ExamplesTests {
        private func withExamples(
            settings: [String] = ["gtk-enable-animations=0"], _ body: (ExamplesDesk) async throws -> Void
        ) async throws {
            try await withDesk(settings: settings) { desk in
                let examples = try await ExamplesDesk.install(at: desk)
                try await desk.startPanel("--show")
                try await body(examples)
            }
        }

        @Test func eachSaysWhatItHas() async throws {
            try await withExamples { examples in
                let tree = try await examples.waitForAll()
                let list = try #require(tree.card("Shared List"))
                for item in ["Milk", "Rye bread", "Apples"] {
                    #expect(list.first("button", item) != nil, "\(list.outline())")
                }
                let space = try #require(tree.card("Used Space"))
                #expect(space.first("progress bar", "Used space") != nil, "\(space.outline())")
                #expect(space.all.contains { $0.role == "button" && $0.name.hasSuffix("%") }, "\(space.outline())")
                let weather = try #require(tree.card("Weather"))
                #expect(weather.contains("The app can’t be started"), "\(weather.outline())")
                #expect(weather.first("button", "Retry") != nil)
                try await examples.desk.accessibility.expectNamedControls()
                try await examples.desk.screenshot("examples-light")
                try await examples.desk.accessibility.press(button: "Edit")
                try await examples.desk.accessibility.wait(forText: "Edit Today")
                try await examples.desk.screenshot("examples-edit")
            }
        }

        @Test func aRowOpensTheAppAtThatItem() async throws {
            try await withExamples { examples in
                try await examples.waitForAll()
                try await examples.desk.accessibility.press(button: "Rye bread")
                try await examples.log.output { $0 == "  Milk\n> Rye bread\n  Apples\n\n" }
            }
        }

        @Test func theCountdownGoesOnWithoutItsProgram() async throws {
            try await withExamples { examples in
                let desk = examples.desk
                try await examples.waitForAll()
                let name = try BusName(ExamplesDesk.timer.rawValue)
                let owners = try await desk.client.connection.owners(of: name)
                if try await desk.client.connection.owner(of: name) != nil {
                    try await desk.client.connection.call(
                        name, path: ObjectPath(derivedFrom: name), interface: TodayBus.provider, "EndRequest")
                }
                try await withDeadline { for await owner in owners where owner == nil { return } }
                let returns = try await SignalRecorder(
                    desk.client.connection,
                    MatchRule(sender: .bus, member: "NameOwnerChanged", firstArgument: name.rawValue))
                var seen: Set<String> = []
                try await desk.accessibility.wait(for: "three seconds of the countdown") { tree in
                    if let text = tree.card("Simple Timer").flatMap(ExamplesDesk.countdown) { seen.insert(text) }
                    return seen.count >= 3
                }
                #expect(returns.signals.isEmpty, "the widget's program was started to count")
            }
        }

        @Test func refreshShowsAnotherFact() async throws {
            try await withExamples { examples in
                let tree = try await examples.waitForAll()
                let before = try #require(tree.card("Where Am I").flatMap(ExamplesDesk.fact), "\(tree.outline())")
                let refresh = try #require(tree.card("Where Am I")?.first("button", "Refresh"))
                try await examples.desk.accessibility.press(refresh)
                try await examples.desk.accessibility.wait(for: "the other fact") { tree in
                    tree.card("Where Am I").flatMap(ExamplesDesk.fact).map { $0 != before } ?? false
                }
            }
        }

        @Test func theyAreDarkOnADarkDesktop() async throws {
            try await withExamples(settings: ["gtk-enable-animations=0", "gtk-application-prefer-dark-theme=1"]) {
                examples in
                try await examples.waitForAll()
                try await examples.desk.wait(forColor: PanelDesk.darkCard)
                try await examples.desk.screenshot("examples-dark")
            }
        }
    }
#endif
