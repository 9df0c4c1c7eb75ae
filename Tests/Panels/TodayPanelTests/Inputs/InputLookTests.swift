#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    /// Clocks, and what the kinds and attributes of version 3 look like.
    @Suite struct InputLookTests {
        private static let everything = #"""
            {"kind":"column","spacing":10,"children":[
              {"kind":"clock","zone":"Asia/Tokyo"},
              {"kind":"row","children":[{"kind":"text","text":"Kathmandu"},{"kind":"spacer"},
                {"kind":"clock","zone":"Asia/Kathmandu","style":"date-time"}]},
              {"kind":"clock","zone":"Mars/Olympus_Mons","fallback":"Noon on Mars"},
              {"kind":"checkbox","label":"Milk","value":true,"action":"a"},
              {"kind":"checkbox","label":"Eggs, from the farm behind the church, if there are any left today","value":false,
                "action":"a"},
              {"kind":"checkbox","label":"Not today","value":true},
              {"kind":"slider","label":"Volume","value":0.4,"action":"a"},
              {"kind":"row","children":[{"kind":"image","icon":"display-brightness-symbolic"},
                {"kind":"slider","label":"","accessible-label":"Brightness","value":0.8,"action":"a"}]},
              {"kind":"slider","label":"Fixed","value":0.6},
              {"kind":"entry","label":"Add a task","action":"a"},
              {"kind":"entry","label":"Search","placeholder":"Name of a person","action":"a"},
              {"kind":"row","children":[{"kind":"entry","label":"City","value":"Tokyo","action":"a"},
                {"kind":"button","label":"Add","action":"a"}]},
              {"kind":"entry","label":"Closed"},
              {"kind":"row","children":[
                {"kind":"progress","style":"circle","value":0.42,"label":"42%"},
                {"kind":"progress","style":"circle","value":0.9,"color":"error","label":"61 °C"},
                {"kind":"progress","style":"circle","value":0.7,"color":"warning"},
                {"kind":"progress","style":"circle","value":1,"color":"success","label":"a long label"}]},
              {"kind":"progress","value":0.5,"label":"4 of 8 GB"},
              {"kind":"progress","value":0.8,"color":"warning","label":"80%"},
              {"kind":"progress","value":0.95,"color":"error"},
              {"kind":"progress","value":1,"color":"success"},
              {"kind":"chart","values":[1,4,2,8,5,7,3],"series":[2,2,3,3,4],"label":"Inside","series-label":"Outside",
                "unit":" °C","show-values":["least","most","last"]},
              {"kind":"chart","style":"bar","values":[1,4,2,8,5,7,3],"series":[2,2,3,3,4,4,1],"show-values":["last"]}]}
            """#

        @Test(arguments: ["light", "dark", "contrast", "contrast-dark", "right-to-left"])
        func everythingInEachTheme(_ theme: String) async throws {
            var settings = ["gtk-enable-animations=0"]
            if theme == "dark" || theme == "contrast-dark" { settings.append("gtk-application-prefer-dark-theme=1") }
            if theme.starts(with: "contrast") { settings.append("gtk-theme-name=Default-hc") }
            try await withDesk(settings: settings) { desk in
                try await desk.register(
                    "org.example.All", "Everything", Self.everything,
                    ["LargestDisplayMode": "expanded", "DisplayMode": "expanded"])
                let language = theme == "right-to-left" ? ["PANGO_LANGUAGE": "he", "LANGUAGE": "he"] : [:]
                _ = try await desk.bus.start(
                    [try Programs.path("today-panel"), "--show"], with: desk.environment.merging(language) { $1 })
                let tree = try await desk.accessibility.wait(forText: "Closed")
                let card = try #require(tree.card("Everything"))
                for (role, name) in [
                    ("checkbox", "Milk"), ("slider", "Volume"), ("slider", "Brightness"),
                    ("progress bar", "4 of 8 GB"),
                    ("progress bar", "95%"), ("label", "Noon on Mars"), ("label", "Search"), ("label", "Volume"),
                ] {
                    #expect(card.first(role, name) != nil, "\(role) \(name)\n\(card.outline())")
                }
                for text in [
                    "61 °C", "70%",
                    "Chart of Inside: lowest 1 °C, highest 8 °C, latest 3 °C; "
                        + "Outside: lowest 2 °C, highest 4 °C, latest 4 °C",
                ] {
                    #expect(card.texts.count { $0 == text } == 1, "\(text)\n\(card.outline())")
                }
                let expected = try await desk.bus.run(["date", "+%H:%M"], with: ["TZ": "Asia/Tokyo"]).output
                let shown: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    let now = try await desk.bus.run(["date", "+%H:%M"], with: ["TZ": "Asia/Tokyo"]).output
                    return try await desk.accessibility.read().contains(String(now.prefix(5))) ? true : nil
                }
                #expect(shown == true, "\(expected)")
                try await desk.accessibility.expectNamedControls()
                try await desk.screenshot("inputs-\(theme)")
                let areas = try await desk.accessibility.area(of: card)
                #expect(areas.width <= 380)
                try await desk.focusPanel()
                try await desk.press("End")
                try await desk.press("Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab")
                try await desk.screenshot("inputs-\(theme)-below")
            }
        }

        @Test func clocksTickWithoutTheWidget() async throws {
            try await withDesk { desk in
                try await desk.register(
                    "org.example.Clock", "Clock",
                    #"{"kind":"column","children":[{"kind":"text","text":"Now"},{"kind":"clock","style":"seconds"}]}"#)
                try await desk.startPanel("--show")
                var seen: Set<String> = []
                let found: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    for text in try await desk.accessibility.read().card("Clock")?.texts ?? []
                    where text.count == 8 && text.contains(":") { seen.insert(text) }
                    return seen.count > 2 ? true : nil
                }
                #expect(found == true, "\(seen)")
            }
        }

        /// Each color is another look of the same progress.
        @Test func everyColorCounts() async throws {
            try await withDesk { desk in
                let note: WidgetIdentifier = "org.example.Note"
                func content(_ style: String, _ more: String) -> String {
                    #"{"kind":"column","children":[{"kind":"text","text":"Top"},{"kind":"progress","id":"p","value":0.6,"#
                        + #""style":"\#(style)"\#(more)}]}"#
                }
                try await desk.register(note, "Note", content("bar", ""))
                try await desk.startPanel("--show")
                let film = try await Film(desk, of: note, below: "Top")
                for style in ["bar", "circle"] {
                    let plain = try await film.settle(on: content(style, ""))
                    var looks: [[UInt8]] = []
                    for color in ["accent", "success", "warning", "error"] {
                        looks.append(try await film.settle(on: content(style, #","color":"\#(color)""#)))
                    }
                    #expect(Set(looks).count == 4 && looks[0] == plain, "\(style)")
                    #expect(try await film.settle(on: content(style, #","color":"pink""#)) == plain, "\(style)")
                    #expect(try await film.settle(on: content(style, #","label":"Half""#)) != plain, "\(style)")
                    #expect(try await film.settle(on: content(style, "")) == plain, "\(style)")
                }
            }
        }
    }
#endif
