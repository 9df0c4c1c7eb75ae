#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import Testing
    import TodayModel
    import TodayPlatform

    /// The page on which the user finds widgets.
    @Suite struct GalleryTests {
        private let all: [WidgetIdentifier] = ["org.example.Alpha", "org.example.Beta", "org.example.Cafe"]

        private func withGallery(_ body: (PanelDesk) async throws -> Void) async throws {
            try await withDesk { desk in
                try await desk.register(all[0], "Alpha", #"{"kind":"text","text":"Text of Alpha"}"#)
                try await desk.register(
                    all[1], "Beta", #"{"kind":"text","text":"Text of Beta"}"#,
                    ["Arranged": false, "Category": "Office", "Description": "Counts sheep"])
                try await desk.register(all[2], "Café", #"{"kind":"text","text":"Text"}"#, ["Arranged": false])
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Text of Alpha")
                try await desk.focusPanel()
                try await desk.accessibility.press(button: "Add Widgets")
                try await desk.accessibility.wait(for: "the gallery") { $0.button(startingWith: "Add: Beta") != nil }
                try await body(desk)
            }
        }

        @Test func typingFindsAWidgetAndReturnAddsIt() async throws {
            try await withGallery { desk in
                try await desk.screenshot("gallery")
                let tree = try await desk.accessibility.read()
                #expect(tree.button(startingWith: "Added: Alpha") != nil, "\(tree.outline())")
                #expect(tree.contains("Office") && tree.contains("Counts sheep"))
                // Typing goes to the search, and accents don't matter.
                try await desk.xdotool("type", "cafe")
                try await desk.accessibility.wait(for: "one widget") {
                    $0.button(startingWith: "Add: Café") != nil && $0.button(startingWith: "Add: Beta") == nil
                }
                try await desk.press("Tab", "Return")
                try await desk.wait(forArrangement: [all[0], all[2]])
                try await desk.accessibility.wait(for: "the widget to be added") {
                    $0.button(startingWith: "Added: Café") != nil
                }
                // Escape ends the search, then the page.
                try await desk.press("Escape")
                try await desk.accessibility.wait(for: "all widgets") { $0.button(startingWith: "Add: Beta") != nil }
                try await desk.accessibility.expectNamedControls()
                try await desk.press("Escape")
                try await desk.accessibility.wait(for: "the cards") {
                    $0.card("Café") != nil && $0.button(startingWith: "Add: Beta") == nil
                }
            }
        }

        /// The user sees what a script would show, as a card, before it is added.
        @Test func aScriptIsShownAndAdded() async throws {
            try await withGallery { desk in
                let script = desk.bus.folder + "/load.5m.sh"
                try writeFile("#!/bin/sh\necho 'Load 0.7 | color=red foo=bar'\n", to: script)
                chmod(script, 0o700)
                try await desk.accessibility.press(button: "Add Script…")
                try await desk.accessibility.wait(forText: "GtkFileChooserWidget")
                try await desk.xdotool(
                    "search", "--sync", "--onlyvisible", "--name", "^Add Script$", "windowfocus", "--sync")
                try await desk.accessibility.wait(forFocusIn: "GtkFileChooserWidget")
                // A slash leads from the recent files to the home folder, and then opens the field for a path. Keys that
                // come in between are lost.
                try await desk.xdotool("type", "/")
                let field = try await desk.accessibility.wait(forFocusIn: "GtkFileChooserWidget", role: "text box")
                try await desk.accessibility.wait(field, has: "/")
                try await desk.xdotool("type", String(script.dropFirst()))
                try await desk.accessibility.wait(field, has: script)
                try await desk.press("Return")
                // One reading of the tree takes several calls, so it may see a part of a change.
                try await desk.accessibility.wait(for: "the script as a card") {
                    $0.contains("load runs every 5m.") && $0.contains("Load 0.7")
                        && $0.contains("Output, line 1: \"foo\"")
                }
                try await desk.screenshot("script")
                try await desk.focusPanel()
                try await desk.accessibility.press(button: "Add")
                // No bus starts today-scripts here.
                try await desk.accessibility.wait(forText: "today-scripts isn't running")
                try await desk.press("Escape")
                try await desk.accessibility.wait(forText: "Search widgets")
                #expect(ProcessFile.read(desk.bus.folder + "/config/todaycenter/scripts/load.5m.sh")?.isEmpty == false)
            }
        }

        @Test func aSearchWithoutResultsSaysSo() async throws {
            try await withGallery { desk in
                try await desk.xdotool("type", "zebra")
                try await desk.accessibility.wait(forText: "No widgets match your search.")
            }
        }
    }
#endif
