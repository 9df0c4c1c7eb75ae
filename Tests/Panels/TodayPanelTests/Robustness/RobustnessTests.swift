#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    @Suite struct RobustnessTests {
        private let note: WidgetIdentifier = "org.example.Note"

        @Test func hugeTextsAndBrokenPictures() async throws {
            try await withDesk { desk in
                let word = String(repeating: "W", count: 4000)
                // A PNG file with a good beginning, and nothing after it.
                let picture = "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAAAAAAAAAA"
                try await desk.register(
                    note, "Note",
                    #"""
                    {"kind":"column","children":[{"kind":"text","text":"\#(word)"},
                      {"kind":"row","children":[{"kind":"text","text":"\#(word)"},{"kind":"text","text":"\#(word)"}]},
                      {"kind":"text","lines":2,"text":"\#(word)"},
                      {"kind":"image","data":"\#(picture)","description":"Broken"},
                      {"kind":"chart","values":[1e308,-1e308,0]},
                      {"kind":"progress","since":0,"until":18446744073709551615},
                      {"kind":"text","text":"Still here"}]}
                    """#)
                try await desk.startPanel()
                try await desk.accessibility.wait(forText: "Still here")
                // Pictures are read beside the loop, so what comes after them is shown later than they fail.
                _ = try await desk.client.updateWidget(
                    note, ["Content": #"{"kind":"text","text":"And later as well"}"#])
                try await desk.accessibility.wait(forText: "And later as well")
            }
        }

        @Test func aWidgetThatPushesAllTheTime() async throws {
            try await withDesk(settings: []) { desk in
                try await desk.register(note, "Note", #"{"kind":"text","text":"Start"}"#)
                try await desk.startPanel()
                try await desk.accessibility.wait(forText: "Start")
                for round in 0..<60 {
                    let rows = (0..<8).filter { ($0 + round) % 3 != 0 }.sorted { ($0 + round) % 5 < ($1 + round) % 5 }
                        .map { #"{"kind":"text","id":"r\#($0)","text":"Row \#($0) of \#(round)"}"# }
                    let json = #"{"kind":"column","children":[\#(rows.joined(separator: ","))]}"#
                    _ = try await desk.client.updateWidget(note, ["Content": .string(json)])
                }
                try await desk.accessibility.wait(for: "the last rows alone") { tree in
                    let rows = tree.texts.filter { $0.hasPrefix("Row ") }
                    return Set(rows) == Set([0, 2, 3, 5, 6].map { "Row \($0) of 59" })
                }
            }
        }

        @Test func twoHundredWidgets() async throws {
            try await withDesk { desk in
                var connections: [Connection] = []
                for first in stride(from: 0, to: 200, by: 25) {
                    let connection = try await desk.bus.connect()
                    connections.append(connection)
                    for number in first..<(first + 25) {
                        try await CenterClient(connection).registerWidget(
                            WidgetIdentifier("org.example.W\(number)"),
                            [
                                "Name": .string("Widget \(number)"),
                                "Content": .string(#"{"kind":"text","text":"Text \#(number)"}"#),
                            ] as [String: DBusValue])
                    }
                }
                try await desk.startPanel()
                let tree = try await desk.accessibility.wait(forText: "Text 199")
                #expect(tree.texts.count { $0.hasPrefix("Text ") } == 200)
            }
        }
    }
#endif
