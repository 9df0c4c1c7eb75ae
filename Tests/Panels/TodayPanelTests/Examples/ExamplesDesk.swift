#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    /// A desk at which the five examples are installed: manifests, desktop files and activation files are those of
    /// `data`, and the programs those that were built. The fifth is a widget whose program fails.
    struct ExamplesDesk: Sendable {
        static let place: WidgetIdentifier = "org.example.WhereAmI"
        static let timer: WidgetIdentifier = "org.example.SimpleTimer.Widget"
        static let broken: WidgetIdentifier = "org.example.Broken"

        let desk: PanelDesk
        /// The output of the list's app in the terminal that was opened for it.
        let log: ToolRun

        /// The top of the checkout.
        private static let root = "/" + #filePath.split(separator: "/").dropLast(5).joined(separator: "/")

        static func install(at desk: PanelDesk) async throws -> ExamplesDesk {
            let folder = desk.bus.folder
            let data = folder + "/data"
            for path in ["", "/todaycenter", "/applications"] { mkdir(data + path, 0o700) }
            mkdir(data + "/todaycenter/widgets", 0o700)
            for widget in ["SharedList.Widget", "SimpleTimer.Widget", "UsedSpace", "WhereAmI"] {
                let name = "org.example.\(widget).widget"
                try #require(
                    symlink("\(root)/data/examples/widgets/\(name)", "\(data)/todaycenter/widgets/\(name)") == 0)
            }
            try writeFile(
                "[Widget]\nName=Weather\nIcon=weather-few-clouds\nExec=/bin/false\n",
                to: data + "/todaycenter/widgets/\(broken).widget")
            for app in ["org.example.SharedList", "org.example.SimpleTimer"] {
                try #require(
                    symlink("\(root)/data/examples/applications/\(app).desktop", "\(data)/applications/\(app).desktop")
                        == 0)
            }
            try writeFile(#"{"city":"Athens","country":"Greece"}"#, to: folder + "/place.json")
            let programs = try Programs.folder()
            let log = folder + "/list-log"
            try writeFile("", to: log)
            try await desk.bus.addService(
                "org.example.SharedList",
                exec: "/bin/sh -c \"exec \(programs)/shared-list --gapplication-service >> \(log)\"")
            try await desk.bus.addService(
                "org.example.SimpleTimer", exec: "\(programs)/simple-timer --gapplication-service")
            let terminal = folder + "/terminal"
            mkdir(terminal, 0o700)
            try writeFile("#!/bin/sh\nexec \"$@\" >>'\(log)'\n", to: terminal + "/xdg-terminal-exec")
            chmod(terminal + "/xdg-terminal-exec", 0o700)
            for name in [TodayBus.name, TodayBus.appsName] {
                try await desk.bus.addService(
                    name,
                    exec: "/usr/bin/env PATH=\(terminal):\(programs):/usr/bin:/bin "
                        + "WHERE_AM_I_ADDRESS=file://\(folder)/place.json \(programs)/todayd")
            }
            let examples = ExamplesDesk(
                desk: desk, log: try await desk.bus.start("/usr/bin/tail", "-n", "+1", "-f", log))
            // Where Am I isn't shown until a user adds it; the failing widget comes last.
            let arrangement = try await desk.client.arrangement()
            let wish = arrangement.filter { $0 != broken } + [place, broken]
            try await desk.client.arrange(wish, expected: arrangement)
            try await examples.run("shared-list", "add", "Milk", "Rye bread", "Apples")
            try await examples.run("simple-timer", "start", "5min", "--detach")
            return examples
        }

        /// Runs a built program to its end.
        func run(_ arguments: String...) async throws {
            let run = try await desk.bus.run([try Programs.path(arguments[0])] + arguments.dropFirst())
            #expect(run.exit == .status(0), "\(run)")
        }

        /// Waits until every widget shows its content.
        @discardableResult
        func waitForAll() async throws -> AccessibleNode {
            try await desk.accessibility.wait(for: "all examples") { tree in
                tree.card("Shared List")?.contains("Apples") == true
                    && tree.card("Simple Timer").flatMap(Self.countdown) != nil
                    && tree.card("Used Space")?.texts.contains { $0.hasSuffix("%") } == true
                    && tree.card("Where Am I")?.first("button", "Refresh") != nil
                    && tree.card("Weather")?.first("button", "Retry") != nil
            }
        }

        /// Returns the remaining time of the countdown on a card.
        static func countdown(_ card: AccessibleNode) -> String? {
            card.texts.first { $0.wholeMatch(of: /(5:00|4:\d\d)/) != nil }
        }

        /// The fact that Where Am I shows.
        static func fact(_ card: AccessibleNode) -> String? {
            card.texts.first { ["city - Athens", "country - Greece"].contains($0) }
        }
    }
#endif
