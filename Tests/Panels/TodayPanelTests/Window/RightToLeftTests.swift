#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import TodayPlatform
    import Testing
    import TodayModel

    @Suite struct RightToLeftTests {
        private func areas(
            _ desk: PanelDesk, _ variables: [String: String]
        ) async throws -> (windowX: Int, left: AccessibleArea, right: AccessibleArea) {
            try await desk.register(
                "org.example.Row", "Row",
                #"{"kind":"row","children":[{"kind":"text","text":"First"},{"kind":"spacer"},{"kind":"text","text":"Last"}]}"#
            )
            _ = try await desk.bus.start(
                [try Programs.path("today-panel"), "--show"], with: desk.environment.merging(variables) { $1 })
            let tree = try await desk.accessibility.wait(forText: "Last")
            let geometry = try await desk.xdotool(
                "search", "--sync", "--onlyvisible", "--name", "^Today$", "getwindowgeometry", "--shell")
            let x = geometry.split(separator: "\n").first { $0.hasPrefix("X=") }.flatMap { Int($0.dropFirst(2)) }
            return (
                try #require(x, "\(geometry)"),
                try await desk.accessibility.area(of: try #require(tree.first("label", "First"))),
                try await desk.accessibility.area(of: try #require(tree.first("label", "Last")))
            )
        }

        @Test func theColumnAndItsRowsAreMirrored() async throws {
            try await withDesk { desk in
                let (x, first, last) = try await areas(desk, ["PANGO_LANGUAGE": "he", "LANGUAGE": "he"])
                #expect(x == 0 && first.x > last.x, "\(x) \(first) \(last)")
                try await desk.screenshot("right-to-left")
            }
        }

        /// Content that doesn't fit is cut off at its end, on either side.
        @Test(arguments: [true, false]) func whatDoesNotFitBeginsInTheCard(_ isMirrored: Bool) async throws {
            try await withDesk { desk in
                let buttons = (1...14).map { #"{"kind":"button","label":"B\#($0)","action":"b"}"# }
                try await desk.register(
                    "org.example.Wide", "Wide", #"{"kind":"row","children":[\#(buttons.joined(separator: ","))]}"#)
                let (_, first, _) = try await areas(
                    desk, isMirrored ? ["PANGO_LANGUAGE": "he", "LANGUAGE": "he"] : [:])
                let tree = try await desk.accessibility.wait(forText: "B14")
                let button = try await desk.accessibility.area(of: try #require(tree.first("button", "B1")))
                // Where the other card's content begins.
                let distance = isMirrored ? first.x + first.width - button.x - button.width : button.x - first.x
                // GTK reports the position of a button's content, without its padding.
                #expect((0...16).contains(distance), "\(button) \(first)")
            }
        }

        /// The header's icon stands where the content begins, on either side.
        @Test(arguments: [true, false]) func theHeaderBeginsWhereTheContentDoes(_ isMirrored: Bool) async throws {
            try await withDesk { desk in
                let (_, first, _) = try await areas(
                    desk, isMirrored ? ["PANGO_LANGUAGE": "he", "LANGUAGE": "he"] : [:])
                let tree = try await desk.accessibility.read()
                let name = try await desk.accessibility.area(of: try #require(tree.first("heading", "Row")))
                // Beside the icon, which is 18 wide, and a space of 8.
                #expect(isMirrored ? first.x + first.width - name.x - name.width == 26 : name.x - first.x == 26)
            }
        }

        @Test func theyAreNotElsewhere() async throws {
            try await withDesk { desk in
                let (x, first, last) = try await areas(desk, [:])
                #expect(x > 0 && first.x < last.x, "\(x) \(first) \(last)")
            }
        }
    }
#endif
