#if Panel
    import DBus
    import DesktopTesting
    import Foundation
    import Testing
    import TodayModel

    /// More cards than fit on the screen, of which only those in sight are drawn.
    @Suite struct LongListTests {
        /// After a minute the cards' ages change, and everything is redrawn because of that.
        private let limit = Duration.seconds(30)
        private let count = 30

        /// The color of a card's picture, as in CSS.
        private func color(_ number: Int) -> String { "#ff80" + String(0x40 + number, radix: 16) }

        private func registerAll(at desk: PanelDesk) async throws {
            for number in 0..<count {
                let data = PNGFile.base64(40, 20, color(number))
                try await desk.register(
                    WidgetIdentifier("org.example.W\(number)"), "Widget \(number)",
                    #"{"kind":"image","data":"\#(data)","description":"Picture \#(number)"}"#)
            }
        }

        @Test func theFirstKeyLeadsToTheVeryTop() async throws {
            try await withDesk { desk in
                try await registerAll(at: desk)
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "Picture \(count - 1)")
                let first = try #require(tree.card("Widget 0"))
                let top = try await desk.accessibility.area(of: first).y
                func wait(_ wish: String, _ condition: @escaping (Int32) -> Bool) async throws {
                    var y: Int32 = 0
                    let found: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                        y = try await desk.accessibility.area(of: first).y
                        return condition(y) ? true : nil
                    }
                    #expect(found == true, "\(wish): \(y), not \(top)")
                }
                try await desk.focusPanel()
                for key in ["Home", "Up"] {
                    try await desk.press("End")
                    try await wait("the end") { $0 < 0 }
                    for _ in 0..<(key == "Up" ? count - 1 : 1) { try await desk.press(key) }
                    try await wait("the top after \(key)") { $0 == top }
                }
            }
        }

        @Test func whatIsScrolledToIsSeen() async throws {
            try await withDesk { desk in
                try await registerAll(at: desk)
                try await desk.startPanel("--show")
                // A screen reader finds all cards, wherever the list is scrolled to.
                try await desk.accessibility.wait(forText: "Picture \(count - 1)")
                try await desk.wait(forColor: color(0))
                #expect(try await desk.colors()[color(count - 1)] == nil)
                try await desk.focusPanel()
                try await desk.press("End")
                try await desk.wait(forColor: color(count - 1), within: limit)
                #expect(try await desk.colors()[color(0)] == nil)
                // A card that wasn't drawn when it changed is correct when it comes into view.
                _ = try await desk.client.updateWidget(
                    "org.example.W0", ["Content": #"{"kind":"progress","value":1,"style":"bar"}"#])
                _ = try await desk.client.updateWidget(
                    "org.example.W1", ["Content": #"{"kind":"text","text":"Changed"}"#])
                try await desk.accessibility.wait(forText: "Changed")
                let area = try await desk.windowArea()
                try await desk.movePointer(x: area.width / 2, y: area.height / 2)
                try await desk.xdotool("click", "--repeat", "100", "--delay", "2", "4")
                try await desk.wait(forColor: color(2), within: limit)
                let seen = try await desk.colors()
                #expect(seen[color(0)] == nil && seen[color(1)] == nil && seen[color(count - 1)] == nil)
            }
        }
    }
#endif
