#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Foundation
    import Glibc
    import Testing
    import TodayModel

    /// Pictures that a widget sends as data.
    @Suite struct PictureTests {
        private func picture(_ name: String, width: Int, _ more: String = "") -> String {
            #"{"kind":"image","data":"\#(PNGFile.base64(width, 16))","description":"\#(name)"\#(more)}"#
        }

        /// In a column and in a row a picture is as large as it is asked to be, and no wider than a card's content.
        @Test func havePlace() async throws {
            let pictures: [(name: String, width: Int32, height: Int32, json: String)] = [
                ("Own", 32, 16, picture("Own", width: 32)),
                ("Twice", 64, 32, picture("Twice", width: 32, #","width":64"#)),
                ("Beside", 24, 16, picture("Beside", width: 24)),
                ("Wide", 328, 11, picture("Wide", width: 480)),
            ]
            try await withDesk { desk in
                try await desk.register(
                    "org.example.Pictures", "Pictures",
                    """
                    {"kind":"column","children":[\(pictures[0].json),\(pictures[1].json),
                      {"kind":"row","children":[\(pictures[2].json),{"kind":"text","text":"A text"}]},
                      \(pictures[3].json)]}
                    """)
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "Wide")
                for wish in pictures {
                    let node = try #require(tree.all.first { $0.name == wish.name })
                    // Pictures are decoded after the card appears.
                    let area: AccessibleArea? = try await Accessibility.poll(within: .seconds(60)) {
                        let area = try await desk.accessibility.area(of: node)
                        return area.height == wish.height ? area : nil
                    }
                    #expect(area?.width == wish.width, "\(wish.name)")
                }
                try await desk.screenshot("pictures")
            }
        }

        /// A widget's own icon may be a file, which is as large as any icon: 18 pixels where text has its usual size.
        @Test func anIconMayBeAFile() async throws {
            try await withDesk { desk in
                let folder = desk.bus.folder
                let large = PNGFile.square("#ff8045", side: 64) + [UInt8](repeating: 0, count: 2 << 20)
                for (name, bytes) in [("a.png", PNGFile.square("#ff8044", side: 64)), ("large.png", large)] {
                    try Data(bytes).write(to: URL(filePath: folder + "/" + name))
                }
                try writeFile("no image", to: folder + "/broken.png")
                try writeFile("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", to: folder + "/a.svg")
                mkfifo(folder + "/pipe.png", 0o600)
                for (name, file) in [
                    ("Large", "large.png"), ("Broken", "broken.png"), ("Pipe", "pipe.png"), ("None", "none.png"),
                    ("Shape", "a.svg"), ("File", "a.png"),
                ] {
                    try await desk.register(
                        try #require(WidgetIdentifier(rawValue: "org.example." + name)), name,
                        #"{"kind":"text","text":"Content"}"#, ["Icon": .string(folder + "/" + file)])
                }
                let missing: WidgetIdentifier = "org.example.Missing"
                try await desk.register(
                    missing, "Missing", #"{"kind":"text","text":"Content"}"#, ["Icon": "no-such-icon"])
                try await desk.startPanel("--show")
                try await desk.wait(forColor: "#ff8044", pixels: 16 * 16)
                let colors = try await desk.colors()
                #expect((16 * 16...20 * 20).contains(colors["#ff8044", default: 0]), "\(colors["#ff8044"] as Any)")
                #expect(colors["#ff8045"] == nil)
                try await desk.screenshot("icon-files")
            }
        }

        /// Content that is higher than its card fades out at the lower edge; content that fits doesn't.
        @Test func whatIsCutOffFadesAway() async throws {
            func square(_ height: Int, _ color: String) -> String {
                #"{"kind":"image","data":"\#(PNGFile.base64(100, height, color))","description":"Square"}"#
            }
            try await withDesk { desk in
                try await desk.register("org.example.High", "High", square(300, "#ff8042"))
                try await desk.register("org.example.Low", "Low", square(60, "#ff8043"))
                try await desk.startPanel("--show")
                try await desk.wait(forColor: "#ff8042")
                try await desk.wait(forColor: "#ff8043")
                let colors = try await desk.colors()
                #expect(colors["#ff8043", default: 0] >= 100 * 60)
                // Of the 106 lines that a compact card has room for, the last 36 have other colors.
                #expect((100 * 65..<100 * 80).contains(colors["#ff8042", default: 0]), "\(colors)")
                try await desk.screenshot("cut-off")
            }
        }
    }
#endif
