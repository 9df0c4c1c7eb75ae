#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    @Suite struct FirstContentTests {
        @Test func cardsShowWhatWidgetsHave() async throws {
            try await withDesk { desk in
                try desk.installUsedSpace()
                try await desk.register(
                    "org.example.Note", "Note",
                    #"""
                    {"kind":"column","children":[
                      {"kind":"text","style":"title","text":"Buy <b>milk</b>"},
                      {"kind":"row","children":[{"kind":"text","text":"Left"},{"kind":"progress","value":0.4}]}]}
                    """#)
                try await desk.startPanel()
                let tree = try await desk.accessibility.wait(for: "both cards") {
                    $0.card("Note")?.contains("Buy <b>milk</b>") == true
                        && $0.card("Used Space")?.texts.contains { $0.hasSuffix("%") } == true
                }
                #expect(tree.card("Note")?.first("progress bar", "40%") != nil, "\(tree.outline())")
                try await desk.screenshot("first-content")
            }
        }
    }
#endif
