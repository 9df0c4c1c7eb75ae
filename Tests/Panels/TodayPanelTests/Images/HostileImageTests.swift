#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import CenterTesting
    import PlayedCenter
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    @testable import TodayPanel

    /// A panel whose widgets send images that cannot be decoded, or not soon.
    @Suite struct HostileImageTests {
        private let note: WidgetIdentifier = "org.example.Note"
        private let other: WidgetIdentifier = "org.example.Other"

        private func text(_ text: String) -> Content { Content(kind: "text", attributes: ["text": .string(text)]) }

        private func image(_ file: [UInt8], _ name: String, _ width: Double = 48) -> Content {
            Content(
                kind: "image",
                attributes: ["data": .bytes(file), "description": .string(name), "width": .double(width)])
        }

        private func column(_ children: Content...) -> Content { Content(kind: "column", children: children) }

        /// Runs a panel on a center with a widget of images and one of text.
        private func withPanel(
            _ content: Content, _ body: (PanelDesk, PlayedCenter, ToolRun) async throws -> Void
        ) async throws {
            try await withDesk { desk in
                let widgets = [(note, content), (other, text("Bread"))].map { identifier, content in
                    var widget = WidgetProperties(identifier: identifier)
                    widget.name = identifier.rawValue
                    widget.content = content
                    widget.hasContent = true
                    return widget
                }
                let center = try await PlayedCenter.start(on: desk.bus, widgets)
                let panel = try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Bread")
                try await body(desk, center, panel)
                panel.signal(SIGTERM)
                let end = try await panel.finished()
                #expect(end.exit == .status(0) && end.error == "", "\(end)")
            }
        }

        /// Returns the process that decodes images for a panel. It ends soon if it has nothing to decode; another image
        /// then starts a new one.
        private func helper(of panel: ToolRun, _ center: PlayedCenter) async throws -> Int32 {
            for shade in 0..<30 {
                if let found = await poll(within: .seconds(2), every: .milliseconds(20), { helperNow(of: panel) }) {
                    return found
                }
                await center.change(note, [.content]) {
                    $0.content = image(PNGFile.square("#0000\(10 + shade)"), "Another", 100)
                }
            }
            throw Accessibility.AbsentError(description: "no helper")
        }

        /// Returns it only once it runs its program. A child that hasn't yet started its program keeps the panel waiting.
        private func helperNow(of panel: ToolRun) -> Int32? {
            guard let children = ProcessFile.read("/proc/\(panel.id)/task/\(panel.id)/children"),
                let id = children.split(separator: " ").first.flatMap({ Int32($0) }),
                let words = ProcessFile.read("/proc/\(id)/cmdline"),
                words.contains("\0" + ImageHelperProgram.option + "\0")
            else { return nil }
            return id
        }

        /// Waits until an image has a height on the screen.
        private func wait(_ desk: PanelDesk, for name: String, height: Int32) async throws {
            var last: AccessibleArea?
            let found: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                guard let node = try await desk.accessibility.read().all.first(where: { $0.name == name }) else {
                    return nil
                }
                last = try await desk.accessibility.area(of: node)
                return last?.height == height ? true : nil
            }
            #expect(found == true, "\(name): \(String(describing: last))")
        }

        @Test func aPuzzlePieceStandsForWhatIsBroken() async throws {
            let broken = HostileImage.all.filter {
                $0.isRefused && $0.file.starts(with: [0x89]) && !["a large PNG", "a long PNG"].contains($0.name)
                    && $0.file.count > 60 && $0.name != "a PNG without a size"
            }
            #expect(broken.count == 2)
            let images = broken.map { image($0.file, $0.name) }
            let good = image(PNGFile.make(width: 32, height: 16), "Good", 32)
            try await withPanel(Content(kind: "column", children: images + [good])) { desk, center, panel in
                try await wait(desk, for: "Good", height: 16)
                for image in broken { try await wait(desk, for: image.name, height: 48) }
                try await desk.screenshot("puzzle-pieces")
                await center.change(other, [.content]) { $0.content = text("Butter") }
                try await desk.accessibility.wait(forText: "Butter")
                // A picture that is known to be broken isn't tried again: the helper is stopped and couldn't decode it.
                // An idle helper may have ended meanwhile.
                let helper = helperNow(of: panel)
                if let helper { kill(helper, SIGSTOP) }
                await center.change(note, [.content]) {
                    $0.content = Content(kind: "row", children: [image(broken[0].file, "Again", 40)])
                }
                try await wait(desk, for: "Again", height: 40)
                if let helper { kill(helper, SIGCONT) } else { #expect(helperNow(of: panel) == nil) }
            }
        }

        @Test func whileAnImageIsDecodedTheOthersGoOn() async throws {
            try await withPanel(image(PNGFile.square("#ff8042"), "First", 100)) { desk, center, panel in
                try await desk.wait(forColor: "#ff8042")
                let helper = try await helper(of: panel, center)
                kill(helper, SIGSTOP)
                await center.change(note, [.content]) {
                    $0.content = column(image(PNGFile.square("#ff8043"), "Second", 100), text("Milk"))
                }
                for round in 0..<20 {
                    await center.change(other, [.content]) { $0.content = text("Bread \(round)") }
                }
                let tree = try await desk.accessibility.wait(forText: "Bread 19")
                #expect(tree.contains("Milk"))
                #expect(try await desk.colors()["#ff8043"] == nil)
                kill(helper, SIGCONT)
                try await desk.wait(forColor: "#ff8043")
            }
        }

        @Test func anotherHelperTakesThePlaceOfOneThatEnded() async throws {
            try await withPanel(image(PNGFile.square("#ff8042"), "First", 100)) { desk, center, panel in
                try await desk.wait(forColor: "#ff8042")
                let first = try await helper(of: panel, center)
                kill(first, SIGSTOP)
                await center.change(note, [.content]) { $0.content = image(PNGFile.square("#ff8043"), "Second", 100) }
                try await desk.accessibility.wait(forText: "Second")
                kill(first, SIGKILL)
                try await desk.wait(forColor: "#ff8043")
                let second = try await helper(of: panel, center)
                #expect(second != first)
                // The helper runs only for images.
                try await end(of: second)
            }
        }
    }
#endif
