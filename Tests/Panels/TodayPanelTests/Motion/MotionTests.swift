#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import TodayPlatform
    import Testing
    import TodayModel

    /// Parts that move and parts that don't, as seen on the screen.
    @Suite struct MotionTests {
        private let list: WidgetIdentifier = "org.example.List"

        private func content(_ texts: (id: String, text: String)...) -> String {
            let rows = texts.map { #"{"kind":"text","id":"\#($0.id)","text":"\#($0.text)"}"# }
            return #"{"kind":"column","children":[\#(rows.joined(separator: ","))]}"#
        }

        private func withFilm(
            _ isAnimated: Bool, _ first: String, height: Double = 0, _ body: (Film) async throws -> Void
        ) async throws {
            try await withDesk(settings: ["gtk-enable-animations=\(isAnimated ? 1 : 0)"]) { desk in
                try await desk.register(
                    list, "List", first,
                    [
                        "LargestDisplayMode": "expanded", "DisplayMode": "expanded",
                        "PreferredContentSize": .structure([.double(0), .double(height)]),
                    ])
                try await desk.startPanel("--show")
                try await body(try await Film(desk, of: list, below: "Top"))
            }
        }

        /// Goes to and fro between two contents. With motion that is done until it has been seen both ways; without, it
        /// must never be seen.
        private func expect(
            _ moves: Bool, _ film: Film, between one: String, and other: String,
            _ location: SourceLocation = #_sourceLocation
        ) async throws {
            let first = try await film.settle(on: one)
            let last = try await film.settle(on: other)
            #expect(first != last, sourceLocation: location)
            #expect(try await film.settle(on: one) == first, sourceLocation: location)
            var seen = (there: 0, back: 0)
            var rounds = 0
            while rounds < (moves ? 40 : 5), !moves || seen.there == 0 || seen.back == 0 {
                seen.there += try await film.picturesBetween(first, last, showing: other)
                seen.back += try await film.picturesBetween(last, first, showing: one)
                rounds += 1
            }
            let isSeen = (seen.there > 0, seen.back > 0)
            #expect(isSeen == (moves, moves), "\(seen) in \(rounds) rounds", sourceLocation: location)
        }

        @Test(arguments: [true, false]) func whatAppearsAndDisappearsFades(_ isAnimated: Bool) async throws {
            let one = content(("t", "Top"))
            // As high as it is with both, so that nothing but the text can change.
            try await withFilm(isAnimated, one, height: 120) { film in
                try await expect(isAnimated, film, between: one, and: content(("t", "Top"), ("b", "Below")))
            }
        }

        @Test(arguments: [true, false]) func heightsGlide(_ isAnimated: Bool) async throws {
            // The text itself changes in place.
            let one = content(("t", "Top"))
            try await withFilm(isAnimated, one) { film in
                try await expect(isAnimated, film, between: one, and: content(("t", #"Top\nand\nmore\nlines"#)))
            }
        }

        @Test func whatKeepsItsIdentifierChangesAtOnce() async throws {
            let one = content(("t", "Top"), ("a", "Alpha"))
            try await withFilm(true, one) { film in
                try await expect(false, film, between: one, and: content(("t", "Top"), ("a", "Omega")))
            }
        }

        @Test(arguments: ["bar", "circle"], [true, false])
        func workOfUnknownLengthMovesSteadily(_ style: String, _ isAnimated: Bool) async throws {
            let content =
                #"{"kind":"column","children":[{"kind":"text","text":"Top"},{"kind":"progress","style":"\#(style)"}]}"#
            try await withFilm(isAnimated, content) { film in
                if isAnimated {
                    #expect(try await film.differentPictures(4) == 4)
                } else {
                    let picture = try await film.still("what stands")
                    for _ in 0..<3 { #expect(try await film.still("what stands") == picture) }
                }
            }
        }

        @Test func interruptedFadesLeaveNothingBehind() async throws {
            let one = content(("t", "Top"), ("a", "Alpha"))
            let other = content(("t", "Top"), ("b", "Beta"))
            try await withFilm(true, one) { film in
                let first = try await film.settle(on: one)
                let last = try await film.settle(on: other)
                // In the middle of each fade the next begins.
                for round in 0..<50 { try await film.push(round.isMultiple(of: 2) ? one : other) }
                let tree = try await film.desk.accessibility.wait(for: "the last content alone") {
                    $0.contains("Beta") && !$0.contains("Alpha")
                }
                #expect(tree.all.count { $0.name == "Beta" } == 1, "\(tree.outline())")
                try await film.wait(for: "the last content as before") { $0 == last }
                // Hidden in the middle it is whole when it is shown again.
                try await film.push(one)
                #expect(try await film.desk.startPanel("--hide").finished().exit == .status(0))
                try await film.desk.wait(isViewing: false)
                try await film.push(other)
                try await film.push(one)
                #expect(try await film.desk.startPanel("--show").finished().exit == .status(0))
                try await film.desk.accessibility.wait(for: "the first content alone") {
                    $0.contains("Alpha") && !$0.contains("Beta")
                }
                try await film.wait(for: "the first content as before") { $0 == first }
            }
        }

        /// A whole card that goes and is back before it has gone, again and again.
        @Test func aCardThatComesAndGoesIsThereOnce() async throws {
            let other: WidgetIdentifier = "org.example.Other"
            try await withFilm(true, content(("t", "Top"))) { film in
                let alone = try await film.still("one card")
                for _ in 0..<10 {
                    try await film.desk.register(other, "Other", #"{"kind":"text","text":"Again"}"#)
                    try await film.desk.client.unregisterWidget(other)
                }
                try await film.desk.accessibility.wait(for: "the first card alone") { !$0.contains("Other") }
                try await film.wait(for: "one card, and no trace of the other") { $0 == alone }
                try await film.desk.register(other, "Other", #"{"kind":"text","text":"Again"}"#)
                let tree = try await film.desk.accessibility.wait(forText: "Again")
                let there = try await film.still("two cards")
                #expect(tree.all.count { $0.name == "Again" } == 1, "\(tree.outline())")
                try await film.desk.client.unregisterWidget(other)
                try await film.desk.register(other, "Other", #"{"kind":"text","text":"Again"}"#)
                try await film.wait(for: "two cards again") { $0 == there }
                let last = try await film.desk.accessibility.wait(forText: "Again")
                #expect(last.all.count { $0.name == "Again" } == 1, "\(last.outline())")
            }
        }

        /// A list that has lost a row makes the card shorter by that row.
        @Test func aRowThatGoesDoesNotMakeTheCardLonger() async throws {
            func rows(_ count: Int) -> String {
                content((0..<count).map { ("r\($0)", $0 == 0 ? "Top" : "Row \($0)") })
            }
            try await withFilm(true, rows(60)) { film in
                let before = try await height(film)
                try await film.push(rows(59))
                try await film.desk.accessibility.wait(for: "no last row") { !$0.contains("Row 59") }
                _ = try await film.still("the shorter list")
                let after = try await height(film)
                #expect(after < before && before - after < 40)
            }
        }

        private func height(_ film: Film) async throws -> Int32 {
            let tree = try await film.desk.accessibility.wait(forText: "Top")
            let card = try #require(tree.card("List"), "\(tree.outline())")
            return try await film.desk.accessibility.area(of: card).height
        }

        private func content(_ texts: [(String, String)]) -> String {
            let rows = texts.map { #"{"kind":"text","id":"\#($0.0)","text":"\#($0.1)"}"# }
            return #"{"kind":"column","children":[\#(rows.joined(separator: ","))]}"#
        }

        /// The content of an earlier center gives way to new content, and nodes that are the same aren't rebuilt. Pushed
        /// content isn't out of date after a restart.
        @Test func liveContentTakesThePlaceOfKeptContent() async throws {
            try await withDesk(settings: []) { desk in
                let same = content(("t", "Top"), ("a", "Alpha"))
                try await desk.register(list, "List", same)
                try await desk.restartCenter()
                try await desk.startPanel("--show")
                let kept = try await desk.accessibility.wait(for: "kept content") { $0.contains("Top") }
                #expect(!kept.contains("Last updated"), "\(kept.outline())")
                let other = content(("t", "Top"), ("a", "Alpha"), ("b", "Beta"))
                for (content, isThere) in [(same, false), (other, true)] {
                    try await desk.register(list, "List", content)
                    let live = try await desk.accessibility.wait(for: "live content") {
                        $0.contains("Top") && $0.contains("Beta") == isThere
                    }
                    for (role, text) in [("label", "Top"), ("label", "Alpha"), ("heading", "List")] {
                        let former = try #require(kept.first(role, text))
                        #expect(former.reference == live.first(role, text)?.reference, "\(live.outline())")
                    }
                }
            }
        }
    }
#endif
