#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayHost
    import TodayModel
    import TodayPlatform

    /// The style of libadwaita, which is found at run time.
    @Suite struct AdwaitaTests {
        /// The backgrounds of windows: of libadwaita, of GTK's own theme, and of the dark ones.
        private static let (adwaita, gtk, darkAdwaita) = ("#fafafa", "#f6f5f4", "#1e1e1e")

        private func withPanel(
            _ settings: [String] = [], _ variables: [String: String] = [:], _ body: (PanelDesk) async throws -> Void
        ) async throws {
            try await withDesk(settings: ["gtk-enable-animations=0"] + settings) { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                var environment = desk.environment
                environment["TODAY_PANEL_ADWAITA"] = nil
                _ = try await desk.bus.start(
                    [try Programs.path("today-panel"), "--show"],
                    with: environment.merging(variables) { $1 })
                try await desk.accessibility.wait(forText: "Buy milk")
                try await body(desk)
            }
        }

        @Test func itIsUsedWithGTKsOwnTheme() async throws {
            try await withPanel { desk in
                try await desk.wait(forColor: Self.adwaita)
                try await desk.screenshot("adwaita")
            }
        }

        @Test func theDarkSettingOfGTKStillCounts() async throws {
            try await withPanel(["gtk-application-prefer-dark-theme=1"]) { desk in
                try await desk.wait(forColor: Self.darkAdwaita)
                try await desk.screenshot("adwaita-dark")
            }
        }

        @Test func otherThemesAreLeftAlone() async throws {
            try await withPanel(["gtk-theme-name=Default-hc"]) { desk in
                try await desk.wait(forColor: "#fdfdfc")
                #expect(try await desk.colors()[Self.adwaita, default: 0] < 400)
            }
        }

        @Test func aVariableSwitchesItOff() async throws {
            try await withPanel([], ["TODAY_PANEL_ADWAITA": "0"]) { desk in try await desk.wait(forColor: Self.gtk) }
        }

        @Test func theSchemeOfTheDesktopIsFollowedWhileThePanelIsShown() async throws {
            try await withDesk { desk in
                // The card is too low for its only row, so that it fades out.
                try await desk.register(
                    "org.example.Note", "Note",
                    #"{"kind":"row","children":[{"kind":"text","text":"Top"},{"kind":"column","children":["#
                        + (1...20).map { #"{"kind":"text","text":"\#($0)"}"# }.joined(separator: ",") + "]}]}")
                let portal = try await FakePortal.start(desk, ["color-scheme": .uint32(2)])
                _ = try await desk.bus.start(
                    [try Programs.path("today-panel"), "--show"],
                    with: desk.environment.merging(["TODAY_PANEL_ADWAITA": "1"]) { $1 })
                let tree = try await desk.accessibility.wait(forText: "Top")
                try await desk.wait(forColor: Self.adwaita)
                let card = try await desk.accessibility.area(of: try #require(tree.card("Note")))
                let camera = try ScreenCamera(desk.screen)
                // The end of the fade has the color of the card, in each scheme.
                let end = AccessibleArea(x: card.x + 20, y: card.y + card.height - 6, width: 100, height: 2)
                try await portal.set("color-scheme", .uint32(1))
                try await desk.wait(forColor: Self.darkAdwaita)
                let isDark: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    try desk.colors(in: end, camera).counts.allSatisfy { $0.color.luminance < 0.1 } ? true : nil
                }
                try await desk.screenshot("adwaita-fade")
                #expect(isDark == true)
                try await portal.set("color-scheme", .uint32(2))
                try await desk.wait(forColor: Self.adwaita)
            }
        }
    }
#endif
