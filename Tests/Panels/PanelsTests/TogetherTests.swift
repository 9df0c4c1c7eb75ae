import DBus
import DBusTesting
import DesktopTesting
import Foundation
import Glibc
import TodayPlatform
import Testing
import TodayModel

/// All panels of this machine on one bus at once.
@Suite(.enabled(if: !Bar.installed.isEmpty, "none of the bars is installed")) struct TogetherTests {
    /// A panel that shows the counter, whichever way it is looked at.
    private struct Panel {
        let name: String
        /// Waits until it shows a word.
        let sees: (String) async throws -> Void
        /// Taps the counter, which shows a word.
        let taps: (String) async throws -> Void
        let stop: () async throws -> Void
    }

    private typealias Start = (BarDesk, Accessibility) async throws -> Panel

    private static var starts: [Start] {
        var starts: [Start] = Bar.installed.map { bar in { desk, _ in try await start(bar, desk) } }
        #if Panel
            starts.append { try await startPanel($0, $1) }
        #endif
        if Plasmoid.isInWindows { starts.append { try await startPlasma($0, $1) } }
        // The last of all: its helper presses what was last called so.
        if GnomeShell.isHere { starts.append { try await startShell($0, $1) } }
        return starts
    }

    @Test func allShowTheSameAndAreTapped() async throws {
        try await withBars { desk in
            try await Accessibility.provide(on: desk.bus)
            let accessibility = try await Accessibility(on: desk.bus)
            var panels: [Panel] = []
            func all(_ word: String) async throws { for panel in panels { try await panel.sees(word) } }
            func restart(_ index: Int) async throws {
                try await panels[index].stop()
                panels[index] = try await Self.starts[index](desk, accessibility)
            }
            for start in Self.starts { panels.append(try await start(desk, accessibility)) }
            print("on one bus: \(panels.map(\.name))")
            var words = BarDesk.words[...]
            var word = words.removeFirst()
            try await all(word)
            // Each panel was one more viewer, and none made the widget stale; other colors or sizes cause `context`
            // updates.
            #expect(desk.updates.count { $0 != "context" } == 1, "\(desk.updates)")
            for panel in panels {
                try await panel.taps(word)
                word = words.removeFirst()
                try await all(word)
            }
            #expect(desk.taps == panels.count)
            #expect(desk.updates.count { $0 != "context" } == 1, "\(desk.updates)")
            try await desk.killCenter()
            try await all(word)
            try await panels[0].taps(word)
            word = words.removeFirst()
            try await all(word)
            // The panels restart one after the other, from the first to the last.
            for index in panels.indices { try await restart(index) }
            try await all(word)
            #expect(desk.taps == panels.count + 1)
            for panel in panels { try await panel.stop() }
            await accessibility.close()
        }
    }

    /// A bar, on a screen of its own.
    private static func start(_ bar: Bar, _ desk: BarDesk) async throws -> Panel {
        let own = desk.on(try await Screen.start(width: 1024, height: 200))
        let running = try await bar.start(own)
        return Panel(
            name: bar.name,
            sees: { word in
                do { try await own.screen.wait(forWord: word, own.bus) } catch {
                    try await own.screenshot("failed-\(bar.name)")
                    throw Accessibility.AbsentError(description: "\(bar.name): \(error)")
                }
            },
            taps: { try await own.screen.click(try await own.screen.wait(forWord: $0, own.bus), own.bus) },
            stop: {
                try await running.stop()
                try await own.screen.stop()
            })
    }

    /// A program that a screen reader reads.
    private static func panel(
        _ program: String, _ accessibility: Accessibility, stop: @escaping () async throws -> Void
    ) -> Panel {
        func tree(with text: String) async throws -> AccessibleNode {
            let desktop = try await accessibility.wait(for: "\(text) in \(program)") { desktop in
                desktop.children.contains { $0.name == program && $0.contains(text) }
            }
            return try #require(desktop.children.first { $0.name == program && $0.contains(text) })
        }
        return Panel(
            name: program, sees: { _ = try await tree(with: $0) },
            taps: { _ in
                let add = try await tree(with: "Add").all.filter { $0.name == "Add" && $0.role != "label" }
                try await accessibility.press(try #require(add.first))
            }, stop: stop)
    }

    #if Panel
        private static func startPanel(_ desk: BarDesk, _ accessibility: Accessibility) async throws -> Panel {
            let screen = try await Screen.start()
            let run = try await desk.on(screen).start(
                try Programs.path("today-panel"), "--pin",
                with: ["GSK_RENDERER": "cairo", "GTK_A11Y": "atspi", "NO_AT_BRIDGE": "0"])
            return panel("today-panel", accessibility) {
                run.signal(SIGTERM)
                _ = try await run.finished()
                try await screen.stop()
            }
        }
    #endif

    private static func startPlasma(_ desk: BarDesk, _ accessibility: Accessibility) async throws -> Panel {
        let own = desk.on(try await Screen.start())
        let run = try await Plasmoid.start(on: own)
        // It is a window in the corner of the screen.
        func place(_ word: String) async throws -> ScreenWord {
            try await own.screen.wait(forWord: word, height: 100, own.bus)
        }
        return Panel(
            name: "plasmawindowed", sees: { _ = try await place($0) },
            taps: { _ in try await own.screen.click(try await place("Add"), own.bus) },
            stop: {
                run.signal(SIGTERM)
                _ = try await run.finished()
                try await own.screen.stop()
            })
    }

    private static func startShell(_ desk: BarDesk, _ accessibility: Accessibility) async throws -> Panel {
        let shell = try await GnomeShell.start(on: desk.bus)
        try await shell.act("open")
        let seen = panel("gnome-shell", accessibility) { try await shell.end() }
        return Panel(
            name: seen.name, sees: seen.sees, taps: { _ in try await shell.act("press", "Add") }, stop: seen.stop)
    }
}
