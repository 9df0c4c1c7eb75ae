#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Foundation
    import TodayPlatform
    import CenterTesting
    import PlayedCenter
    import Testing
    import TodayModel

    @Suite struct ScreenTests {
        private func note(_ desk: PanelDesk) async throws {
            try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
        }

        @Test func theColumnFollowsTheScreensSize() async throws {
            try await withDesk { desk in
                try await note(desk)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(forWindowAt: AccessibleArea(x: 520, y: 0, width: 380, height: 800))
                let run = try await desk.bus.run(
                    ["xrandr", "--output", "screen", "--off", "--fb", "700x600"],
                    with: ["DISPLAY": desk.screen.display])
                #expect(run.exit == .status(0), "\(run)")
                try await desk.wait(forWindowAt: AccessibleArea(x: 320, y: 0, width: 380, height: 600))
            }
        }

        /// Has text twice as large, as the desktop's settings or the screen's resolution ask for it.
        private func doubleText(_ desk: PanelDesk) async throws {
            try writeFile("Xft.dpi: 192\n", to: desk.bus.folder + "/resources")
            let run = try await desk.bus.run(
                ["xrdb", "-nocpp", "-merge", desk.bus.folder + "/resources"],
                with: ["DISPLAY": desk.screen.display])
            #expect(run.exit == .status(0), "\(run)")
        }

        @Test func theColumnIsAsWideAsItsTextTakes() async throws {
            try await withDesk { desk in
                try await note(desk)
                try await doubleText(desk)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(forWindowAt: AccessibleArea(x: 140, y: 0, width: 760, height: 800))
                try await desk.screenshot("large-text")
            }
        }

        @Test func iconsGrowWithTheText() async throws {
            try await withDesk { desk in
                let file = desk.bus.folder + "/icon.png"
                try Data(PNGFile.square("#ff8046", side: 9)).write(to: URL(filePath: file))
                try await desk.register(
                    "org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#, ["Icon": .string(file)])
                try await doubleText(desk)
                try await desk.startPanel("--show")
                try await desk.wait(forColor: "#ff8046", pixels: 34 * 34)
                try await desk.screenshot("large-icons")
            }
        }

        /// The panel reports to the center the sizes that widgets get.
        @Test func theCenterIsToldOfTheRoomThatLargeTextGets() async throws {
            try await withDesk { desk in
                try await doubleText(desk)
                let center = try await PlayedCenter.start(on: desk.bus)
                try await desk.startPanel("--show")
                try await center.waitForViewingCalls(1)
                let sizes = await center.viewing.first.flatMap { $0 }
                #expect(sizes?.compactSize == Size(width: 736, height: 2 * ViewingOptions.defaultCompactSize.height))
                #expect(sizes?.expandedSize == Size(width: 736, height: 2 * ViewingOptions.defaultExpandedSize.height))
            }
        }
    }
#endif
