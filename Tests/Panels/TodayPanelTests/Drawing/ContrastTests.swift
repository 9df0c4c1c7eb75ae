#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayHost
    import TodayModel

    /// Text and controls stand out from their background (WCAG 2.1, 1.4.3 and 1.4.11), in pixels of a real panel.
    @Suite struct ContrastTests {
        private static let content = #"""
            {"kind":"column","children":[
              {"kind":"text","text":"■■■ primary"},{"kind":"text","text":"■■■ secondary","color":"secondary"},
              {"kind":"text","text":"■■■ accent","color":"accent"},{"kind":"text","text":"■■■ error","color":"error"},
              {"kind":"text","text":"■■■ success","color":"success"},
              {"kind":"text","text":"■■■ warning","color":"warning"},
              {"kind":"toggle","label":"Off","value":false,"action":"a"},
              {"kind":"toggle","label":"On","value":true,"action":"a"},
              {"kind":"checkbox","label":"Empty","value":false,"action":"a"},
              {"kind":"checkbox","label":"Checked","value":true,"action":"a"},
              {"kind":"button","label":"■■■ prominent","style":"prominent","action":"a"},
              {"kind":"progress","value":0.5,"accessible-label":"Bar"},
              {"kind":"entry","label":"Task","placeholder":"■■■","action":"a"}]}
            """#

        private static let accents: [(name: String, red: Double, green: Double, blue: Double)] = [
            ("blue", 0.21, 0.52, 0.89), ("yellow", 0.96, 0.83, 0.18), ("red", 0.88, 0.11, 0.14),
        ]

        @Test(arguments: [false, true], [false, true])
        func everythingDiffersFromItsGround(_ isDark: Bool, _ isAdwaita: Bool) async throws {
            let settings = ["gtk-enable-animations=0", "gtk-application-prefer-dark-theme=\(isDark ? 1 : 0)"]
            try await withDesk(settings: settings) { desk in
                try await desk.register(
                    "org.example.All", "All", Self.content,
                    ["LargestDisplayMode": "expanded", "DisplayMode": "expanded"])
                let portal = try await FakePortal.start(
                    desk, ["contrast": .uint32(0), "color-scheme": .uint32(isDark ? 1 : 2)])
                _ = try await desk.bus.start(
                    [try Programs.path("today-panel"), "--show"],
                    with: desk.environment.merging(["TODAY_PANEL_ADWAITA": isAdwaita ? "1" : "0"]) { $1 })
                let tree = try await desk.accessibility.wait(forText: "■■■ prominent")
                let card = try #require(tree.card("All"))
                let camera = try ScreenCamera(desk.screen)
                func area(_ role: String, _ name: String) async throws -> AccessibleArea {
                    try await desk.accessibility.area(of: try #require(card.first(role, name), "\(card.outline())"))
                }
                let accent = try await area("label", "■■■ accent")
                var former: [UInt8]?
                for contrast in [UInt32(0), 1] {
                    try await portal.set("contrast", .uint32(contrast))
                    let least = contrast == 0 ? 4.5 : 7
                    for (name, red, green, blue) in Self.accents {
                        try await portal.set("accent-color", FakePortal.color(red, green, blue))
                        former = try await desk.picture(of: accent, camera, unlike: former)
                        let situation = "\(isDark) \(isAdwaita) \(contrast) \(name)"
                        for text in ["primary", "secondary", "accent", "error", "success", "warning"] {
                            let seen = try desk.colors(in: try await area("label", "■■■ \(text)"), camera)
                            #expect(seen.mostContrast >= least, "\(text) \(situation)")
                        }
                        let age = try #require(card.all.first { $0.name.hasPrefix("Updated ") })
                        let seen = try desk.colors(in: try await desk.accessibility.area(of: age), camera)
                        #expect(seen.mostContrast >= least, "age \(situation)")
                        let button = try desk.colors(in: try await area("button", "■■■ prominent"), camera)
                        #expect(button.mostContrast >= 4.5, "prominent \(situation)")
                        for (role, name) in [("switch", "Off"), ("switch", "On"), ("checkbox", "Checked")] {
                            let seen = try desk.colors(in: try await area(role, name), camera)
                            #expect(
                                role == "switch" ? seen.contrastOfSurfaces >= 3 : seen.mostContrast >= 3,
                                "\(name) \(situation) \(seen.counts.prefix(3))")
                        }
                        let empty = try desk.colors(in: Self.around(try await area("checkbox", "Empty")), camera)
                        #expect(empty.mostContrast >= 3, "box \(situation)")
                    }
                }
                try await desk.screenshot("contrast-\(isDark)-\(isAdwaita)")
            }
        }

        /// An area with the border of a control, whose content alone GTK reports.
        private static func around(_ area: AccessibleArea) -> AccessibleArea {
            AccessibleArea(x: area.x - 4, y: area.y - 4, width: area.width + 8, height: area.height + 8)
        }
    }
#endif
