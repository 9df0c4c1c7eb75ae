#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayHost
    import TodayModel

    @Suite struct AccentTests {
        private func fill(_ accent: RGBColor, more: Bool = false) -> String {
            let page = RGBColor(red: 246 / 255, green: 245 / 255, blue: 244 / 255)!
            return AccentColors(accent, on: [.white, page], wantsMoreContrast: more).accent.hexadecimal
        }

        @Test func theDesktopsAccentIsFollowed() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Bar", "Bar", #"{"kind":"progress","value":1}"#)
                let portal = try await FakePortal.start(desk, ["accent-color": FakePortal.color(0.9, 0.38, 0)])
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Bar")
                let orange = try #require(RGBColor(red: 0.9, green: 0.38, blue: 0))
                try await desk.wait(forColor: fill(orange))
                try await desk.screenshot("accent")
                let own = try #require(RGBColor(red: 53 / 255, green: 132 / 255, blue: 228 / 255))
                try await portal.set("accent-color", FakePortal.color(-1, -1, -1))
                try await desk.wait(forColor: fill(own))
                try await portal.set("accent-color", FakePortal.color(0.9, 0.38, 0))
                try await desk.wait(forColor: fill(orange))
                #expect(fill(orange) != fill(orange, more: true))
                try await portal.set("contrast", .uint32(1))
                try await desk.wait(forColor: fill(orange, more: true))
                try await desk.screenshot("accent-contrast")
                try await portal.set("contrast", .uint32(0))
                try await desk.wait(forColor: fill(orange))
                try await portal.set("color-scheme", .uint32(1))
                try await desk.accessibility.wait(forText: "Bar")
                try await desk.screenshot("accent-dark")
            }
        }
    }
#endif
