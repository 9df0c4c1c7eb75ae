#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import CenterTesting
    import PlayedCenter
    import Glibc
    import Testing
    import TodayModel
    import TodayPlatform

    @Suite struct MemoryTests {
        private let note: WidgetIdentifier = "org.example.Note"

        /// Returns a widget's content in a round: nodes that come, go and change their kind, and pictures that are new
        /// each time.
        private func content(_ round: Int) -> Content {
            let png = PNGFile.make(width: 64 + round % 64, height: 64)
            let kinds: [Content] = [
                Content(kind: "text", attributes: ["text": .string("Text \(round)"), "tooltip": .string("\(round)")]),
                Content(kind: "button", attributes: ["label": .string("Button \(round)"), "action": "go"]),
                Content(kind: "toggle", attributes: ["label": "Toggle", "value": .boolean(round % 2 == 0)]),
                Content(kind: "progress", attributes: ["style": round % 2 == 0 ? "bar" : "circle"]),
                Content(
                    kind: "checkbox", attributes: ["label": "Box", "value": .boolean(round % 2 == 0), "action": "go"]),
                Content(kind: "slider", attributes: ["label": "Slider", "value": .double(0.5), "action": "go"]),
                Content(kind: "entry", attributes: ["label": "Entry", "value": .string("\(round)"), "action": "go"]),
                Content(kind: "clock", attributes: ["style": "seconds"]),
                Content(kind: "chart", attributes: ["values": .array([.double(1), .double(Double(round))], of: "d")]),
                Content(kind: "image", attributes: ["data": .bytes(png), "description": "Picture"]),
                Content(
                    kind: "list", attributes: ["visible-rows": .uint32(1)],
                    children: (0..<4).map { Content(kind: "text", attributes: ["text": .string("Row \($0)")]) }),
                Content(
                    kind: "row", attributes: ["action": "go"],
                    children: [Content(kind: "image", attributes: ["icon": "weather-clear"])]),
            ]
            let nodes = (0..<6).map { place in
                var node = kinds[(round + place) % kinds.count]
                node.attributes["id"] = .string("n\((round * 5 + place) % 11)")
                return node
            }
            return Content(
                kind: "column",
                children: nodes + [Content(kind: "text", attributes: ["text": .string("Round \(round)")])])
        }

        /// The resident memory of a process, in kB.
        private func memory(of process: Int32) -> Int {
            guard let file = fopen("/proc/\(process)/statm", "r") else { return 0 }
            defer { fclose(file) }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = fread(&buffer, 1, buffer.count, file)
            let fields = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
            return (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
        }

        /// A driver of OpenGL takes more memory than the panel. The user's own choice of the renderer counts.
        @Test(arguments: [(nil, false), ("cairo", false), ("gl", true)])
        func openGLIsLoadedForItsRendererOnly(_ renderer: String?, _ isLoaded: Bool) async throws {
            try await withDesk { desk in
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                var environment = desk.environment
                environment["GSK_RENDERER"] = renderer
                let panel = try await desk.bus.start([try Programs.path("today-panel"), "--show"], with: environment)
                try await desk.accessibility.wait(forText: "Buy milk")
                let libraries = try #require(ProcessFile.read("/proc/\(panel.id)/maps", limit: 1 << 20))
                #expect(libraries.contains("/libEGL.so") == isLoaded)
            }
        }

        @Test(arguments: [true, false]) func contentThatChangesAllTheTimeIsLetGo(_ isAnimated: Bool) async throws {
            let rounds = 1500
            try await withDesk(settings: ["gtk-enable-animations=\(isAnimated ? 1 : 0)"]) { desk in
                var widget = WidgetProperties(identifier: note)
                widget.name = "Note"
                widget.content = content(0)
                let center = try await PlayedCenter.start(on: desk.bus, [widget])
                let panel = try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "Round 0")
                let window = try #require(tree.all.first { $0.name == "Today" })
                let bus = try BusName(window.reference.bus)
                var sizes: [Int] = []
                for round in 1...3 * rounds {
                    await center.change(note, [.content]) { $0.content = content(round) }
                    // A read of the tree waits for its turn in the panel's loop, so most rounds are drawn.
                    let _: String = try await desk.accessibility.connection.call(
                        bus, path: window.reference.path, interface: Accessibility.accessible, "GetRoleName")
                    if round % rounds == 0 {
                        try await desk.accessibility.wait(forText: "Round \(round)")
                        sizes.append(memory(of: panel.id))
                    }
                }
                // The first rounds fill caches. A leak of one small widget each would be more than this afterwards.
                #expect(sizes[2] - sizes[1] < 6000, "\(sizes) kB")
                print("memory", isAnimated, sizes)
            }
        }
    }
#endif
