import DBus
import DBusTesting
import DesktopTesting
import Glibc
import Platform
import Testing
import TodayModel

/// The plasmoids of `data/panels`, packed as their pages say.
enum Plasmoid {
    private static let programs = [
        "/usr/bin/plasmawindowed", "/usr/bin/kpackagetool5", "/usr/bin/zip", "/usr/libexec/at-spi-bus-launcher",
    ]
    static let isInstalled = programs.allSatisfy { access($0, X_OK) == 0 }

    /// Packs a plasmoid, and returns the file.
    static func packed(_ name: String, on desk: BarDesk) async throws -> String {
        let file = desk.bus.folder + "/\(name).plasmoid"
        let run = try await desk.start("\(BarDesk.panels)/\(name)/pack", file).finished()
        #expect(run.exit == .status(0), "\(run)")
        return file
    }

    /// Packs a plasmoid, and returns a folder with what is in it.
    static func unpacked(_ name: String, on desk: BarDesk) async throws -> String {
        let folder = desk.bus.folder + "/\(name)"
        let file = try await packed(name, on: desk)
        let run = try await desk.start("/usr/bin/python3", "-m", "zipfile", "-e", file, folder).finished()
        #expect(run.exit == .status(0), "\(run)")
        return folder
    }
}

/// The plasmoid for Plasma 5 in plasmawindowed, as a screen reader is told of it.
@Suite(.serialized, .enabled(if: Plasmoid.isInstalled, "a package is missing: plasma-workspace, zip, at-spi2-core"))
struct PlasmaTests {
    private static let widget: WidgetIdentifier = "org.example.Odd"

    /// Runs a test with the plasmoid on the screen, and a widget that writes down what it is asked for.
    private func withPlasmoid(_ body: (BarDesk, Accessibility) async throws -> Void) async throws {
        try await withBars { desk in
            let folder = desk.bus.folder
            let content = #"""
                {"kind":"column","children":[
                  {"kind":"text","text":"<b>bold</b> &amp; \"$(touch x)\""},
                  {"kind":"row","action":"a'; touch pwned #","parameter":"it's \"$(touch pwned)\" `touch pwned` \\ \n-x",
                    "children":[{"kind":"text","text":"Tap me"}]},
                  {"kind":"button","label":"Fail","action":"--help","id":"-'; touch pwned"},
                  {"kind":"text","text":"pin","private":true}]}
                """#
            try writeFile(content, to: folder + "/content")
            try writeFile(
                "cd '\(folder)'; printf '%s|%s\\n' \"$TODAYCENTER_ACTION\" \"$TODAYCENTER_PARAMETER\" >> noted\n"
                    + "[ \"$TODAYCENTER_ACTION\" != --help ] || { echo 'it is <i>late</i>' >&2; exit 1; }\n",
                to: folder + "/note")
            _ = try await desk.start(
                "todayctl", "serve", Self.widget.rawValue, "--name", "Odd `touch pwned`", "--on-update",
                "cat '\(folder)/content'", "--on-action", "sh '\(folder)/note'")
            let variables = [
                "HOME": folder, "XDG_CURRENT_DESKTOP": "KDE", "LC_ALL": "C.UTF-8",
                "QT_QUICK_BACKEND": "software", "QT_ACCESSIBILITY": "1", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
                "QT_QPA_PLATFORM": "xcb",
            ]
            let file = try await Plasmoid.packed("plasma-5", on: desk)
            let installed = try await desk.start(
                "kpackagetool5", "-t", "Plasma/Applet", "-i", file, with: variables)
            #expect(try await installed.finished().exit == .status(0))
            try await desk.bus.addService(
                "org.a11y.Bus",
                exec: "/usr/bin/env XDG_DATA_DIRS=/usr/share GSETTINGS_BACKEND=memory /usr/libexec/at-spi-bus-launcher")
            let accessibility = try await Accessibility(on: desk.bus)
            let run = try await desk.start("plasmawindowed", "org.todaycenter.plasmoid", with: variables)
            do {
                try await accessibility.wait(forText: "Tap me", within: .seconds(120))
                try await body(desk, accessibility)
            } catch {
                try? await desk.screenshot("failed-plasma")
                await end(run, accessibility)
                throw error
            }
            await end(run, accessibility)
        }
    }

    private func end(_ run: ToolRun, _ accessibility: Accessibility) async {
        await accessibility.close()
        if run.isRunning { run.signal(SIGTERM) }
        _ = try? await run.finished()
    }

    private func press(_ text: String, _ accessibility: Accessibility) async throws {
        let tree = try await accessibility.wait(forText: text)
        let buttons = tree.all.filter { $0.name == text && $0.role != "label" }
        try await accessibility.press(try #require(buttons.first, "\(tree.outline())"))
    }

    private func noted(_ desk: BarDesk) -> String {
        guard let file = fopen(desk.bus.folder + "/noted", "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func textIsTextAndTapsArriveWhole() async throws {
        try await withPlasmoid { desk, accessibility in
            let tree = try await accessibility.read()
            for text in ["Odd `touch pwned`", #"<b>bold</b> &amp; "$(touch x)""#] {
                #expect(tree.texts.contains(text), "\(tree.outline())")
            }
            try await press("Tap me", accessibility)
            try await press("Fail", accessibility)
            try await accessibility.wait(forText: "It is <i>late</i>")
            let noted = noted(desk).split(separator: "\n").sorted()
            #expect(
                noted == ["--help|", #"a'; touch pwned #|"it's \"$(touch pwned)\" `touch pwned` \\ \n-x""#], "\(noted)")
            for folder in [desk.bus.folder, "."] { #expect(access(folder + "/pwned", F_OK) != 0) }
        }
    }

    @Test func followsTheCenterAndTheLock() async throws {
        try await withPlasmoid { desk, accessibility in
            try await desk.client.updateWidget(BarDesk.counter, ["Content": #"{"kind":"text","text":"pushed"}"#])
            try await accessibility.wait(forText: "pushed")
            let saver = try await desk.bus.connect()
            let (name, path): (BusName, ObjectPath) = ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver")
            try await saver.requestName(name, .doNotQueue)
            try await accessibility.wait(forText: "pin")
            try await saver.emit(path, "org.freedesktop.ScreenSaver", "ActiveChanged", true)
            try await accessibility.wait(for: "lock") { $0.contains("Tap me") && !$0.contains("pin") }
        }
    }
}
