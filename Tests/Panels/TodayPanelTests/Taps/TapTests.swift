#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    @Suite struct TapTests {
        @Test func tapsReachTheWidget() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk)
                try await desk.startPanel()
                try await desk.accessibility.wait(forText: "A row")
                try await desk.accessibility.press(button: "Go")
                let taps = try await provider.taps.wait { $0.count == 1 }
                #expect(
                    taps == [
                        .init(action: "go", parameters: [.int64(7)], node: .string("go"), hasRevision: true)
                    ])
                try await desk.accessibility.press(button: "A row")
                let second = try await provider.taps.wait { $0.count == 2 }[1]
                #expect(second == .init(action: "row", parameters: [.string("r")], node: nil, hasRevision: true))
            }
        }

        @Test func togglesAreTakenBackWhenTheWidgetRefuses() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk)
                try await desk.startPanel()
                let tree = try await desk.accessibility.wait(forText: "A row")
                let light = try #require(
                    tree.all.first { $0.name == "Light" && $0.role != "label" }, "\(tree.outline())")
                try await desk.accessibility.press(light)
                try await provider.taps.wait { $0.last?.parameters == [.boolean(true)] }
                try await desk.accessibility.wait(light, isChecked: true)

                provider.isWilling.change { $0 = false }
                try await desk.accessibility.press(light)
                try await provider.taps.wait { $0.last?.parameters == [.boolean(false)] }
                try await desk.accessibility.wait(forText: "The lamp is broken")
                try await desk.accessibility.wait(light, isChecked: true)
                try await desk.screenshot("refused")
            }
        }

        @Test func realClicksGoToTheInnermostNode() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk)
                try await desk.startPanel()
                let tree = try await desk.accessibility.wait(forText: "A row")
                // The label of a switch is the switch.
                for (name, action) in [("Go", "go"), ("A row", "row"), ("Light", "light")] {
                    let node = try #require(tree.first("button", name) ?? tree.first("label", name))
                    let area = try await desk.accessibility.area(of: node)
                    try await desk.click(x: area.x + area.width / 2, y: area.y + area.height / 2)
                    try await provider.taps.wait { $0.last?.action == action }
                }
                // A disabled button takes its taps and does nothing.
                let off = try await desk.accessibility.area(of: try #require(tree.first("button", "Off")))
                try await desk.click(x: off.x + off.width / 2, y: off.y + off.height / 2)
                try await desk.accessibility.press(button: "Go")
                try await provider.taps.wait { $0.count == 4 }
                #expect(provider.taps.value.map(\.action) == ["go", "row", "light", "go"])
                #expect(provider.taps.value[2].parameters == [.boolean(true)])
            }
        }

        /// A tap is sent even if the center hasn't answered yet.
        @Test func tapsAreSentWhileTheCenterTakesItsTime() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "A row")
                try await desk.wait(isViewing: true)
                let process: UInt32 = try await desk.client.connection.call(
                    .bus, "GetConnectionUnixProcessID", TodayBus.name.rawValue)
                kill(Int32(process), SIGSTOP)
                defer { kill(Int32(process), SIGCONT) }
                #expect(try await desk.startPanel("--hide").finished().exit == .status(0))
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await desk.accessibility.press(button: "Go")
                // It is on its way when the panel has answered after it.
                let tree = try await desk.accessibility.wait(forText: "A row")
                #expect(!tree.contains("bus"), "\(tree.outline())")
                kill(Int32(process), SIGCONT)
                try await provider.taps.wait { $0.map(\.action) == ["go"] }
            }
        }

        @Test func failedUpdatesSayWhyAndCanBeRetried() async throws {
            try await withDesk { desk in
                let note: WidgetIdentifier = "org.example.Gone"
                try await desk.client.registerWidget(
                    note,
                    [
                        "Name": "Gone", "Exec": "/bin/false", "Content": #"{"kind":"text","text":"Kept content"}"#,
                    ])
                try await desk.startPanel()
                let tree = try await desk.accessibility.wait(for: "a failure") { $0.first("button", "Retry") != nil }
                let sentence = "The app can’t be started"
                #expect(tree.contains("Kept content") && tree.contains(sentence), "\(tree.outline())")
                let isOneNote = tree.texts.count(where: { $0.contains(sentence) }) == 1
                #expect(isOneNote && !tree.contains("exit status"), "\(tree.outline())")
                try await desk.accessibility.press(try #require(tree.all.first { $0.name == "Details" }))
                let opened = try await desk.accessibility.wait(for: "the details") { $0.contains("exit status 1") }
                try await desk.screenshot("failed-details")
                // Text that the focus has selected doesn't stay selected when the focus moves on.
                let details = try #require(opened.all.first { $0.name.contains("exit status 1") })
                try await desk.focusPanel()
                for _ in 0..<10 where try await !desk.accessibility.has(.focused, details) {
                    try await desk.press("Tab")
                }
                try await desk.accessibility.wait(details, isSelected: true)
                try await desk.press("Tab")
                try await desk.accessibility.wait(details, isSelected: false)
                let updates = try await SignalRecorder(
                    desk.client.connection, MatchRule(interface: TodayBus.center, member: "WidgetUpdated"))
                try await desk.accessibility.press(button: "Retry")
                try await updates.wait()
                try await desk.screenshot("failed-update")
            }
        }
    }
#endif
