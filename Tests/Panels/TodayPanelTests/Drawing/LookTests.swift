#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import TodayPlatform
    import Testing
    import TodayModel

    /// Features that only a picture of the screen can show.
    @Suite struct LookTests {
        private let note: WidgetIdentifier = "org.example.Note"

        private func withFilm(_ more: String, _ body: (Film) async throws -> Void) async throws {
            try await withDesk { desk in
                try await desk.register(note, "Note", content(more))
                try await desk.startPanel("--show")
                try await body(try await Film(desk, of: note, below: "Top"))
            }
        }

        private func content(_ more: String) -> String {
            #"{"kind":"column","children":[{"kind":"text","text":"Top"},\#(more)]}"#
        }

        /// Each of these is another look of the same text.
        @Test func everyWordForTheLookOfATextCounts() async throws {
            let words = "a sentence that is long enough to be broken into two lines on a card"
            func text(_ attribute: String, _ word: String) -> String {
                content(#"{"kind":"text","id":"t","text":"\#(words)","\#(attribute)":"\#(word)"}"#)
            }
            try await withFilm(#"{"kind":"divider"}"#) { film in
                for (attribute, words) in [
                    ("alignment", ["leading", "center", "trailing", "fill"]),
                    ("color", ["primary", "secondary", "accent", "success", "warning", "error"]),
                    ("style", ["body", "title", "headline", "caption", "monospaced"]),
                ] {
                    var looks: Set<[UInt8]> = []
                    for word in words { looks.insert(try await film.settle(on: text(attribute, word))) }
                    #expect(looks.count == words.count, "\(attribute)")
                    // The first is the default, and an unknown word means it.
                    let first = try await film.settle(on: text(attribute, words[0]))
                    #expect(try await film.settle(on: text(attribute, "sideways")) == first, "\(attribute)")
                }
            }
        }

        @Test func tooltipsAreShown() async throws {
            let text = #"{"kind":"text","text":"Hover here","tooltip":"A tip <b>"}"#
            try await withFilm(text) { film in
                let before = try await film.still("the card")
                let tree = try await film.desk.accessibility.wait(forText: "Hover here")
                let area = try await film.desk.accessibility.area(of: try #require(tree.first("label", "Hover here")))
                // A pointer that comes and then rests.
                try await film.desk.movePointer(x: area.x + 20, y: area.y + area.height / 2)
                try await film.desk.movePointer(x: area.x + 22, y: area.y + area.height / 2)
                try await film.wait(for: "a tooltip") { $0 != before }
                try await film.desk.screenshot("tooltip")
            }
        }

        @Test func whatIsDisabledSaysSo() async throws {
            let parts = #"""
                {"kind":"button","label":"Off","action":"a","enabled":false},{"kind":"button","label":"On","action":"a"},
                {"kind":"row","enabled":false,"children":[{"kind":"button","label":"Within","action":"a"}]}
                """#
            try await withFilm(parts) { film in
                let tree = try await film.desk.accessibility.wait(forText: "Within")
                for (name, isEnabled) in [("Off", false), ("On", true), ("Within", false)] {
                    let button = try #require(tree.first("button", name), "\(tree.outline())")
                    #expect(try await film.desk.accessibility.has(.sensitive, button) == isEnabled, "\(name)")
                }
            }
        }

        /// The panel's own colors change when the desktop becomes dark, and change back.
        @Test func coloursFollowTheDesktopWhileItIsShown() async throws {
            let parts = #"""
                {"kind":"text","text":"Accent","color":"accent"},{"kind":"progress","style":"circle","value":0.6}
                """#
            try await withFilm(parts) { film in
                let portal = film.desk.client.connection
                try await portal.requestName("org.freedesktop.portal.Desktop")
                func prefer(_ scheme: UInt32) async throws {
                    try await portal.emit(
                        "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged",
                        "org.freedesktop.appearance", "color-scheme", DBusValue.uint32(scheme))
                }
                let light = try await film.still("light")
                try await prefer(1)
                try await film.wait(for: "dark") { $0 != light }
                // Shown again, it certainly has its final dark colors.
                #expect(try await film.desk.startPanel("--hide").finished().exit == .status(0))
                try await film.desk.wait(isViewing: false)
                let nothing = try await film.still("no window")
                #expect(try await film.desk.startPanel("--show").finished().exit == .status(0))
                try await film.wait(for: "the window") { $0 != nothing }
                let dark = try await film.still("dark")
                #expect(dark != light)
                try await prefer(2)
                try await film.wait(for: "light as before") { $0 == light }
                try await prefer(1)
                try await film.wait(for: "dark as before") { $0 == dark }
            }
        }
    }
#endif
