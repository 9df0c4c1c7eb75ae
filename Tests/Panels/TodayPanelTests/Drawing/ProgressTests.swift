#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    @Suite struct ProgressTests {
        @Test(arguments: ["bar", "circle"]) func workOfUnknownLengthBecomesKnown(_ style: String) async throws {
            try await withDesk { desk in
                let copy: WidgetIdentifier = "org.example.Copy"
                func content(_ more: String) -> String {
                    #"{"kind":"column","children":[{"kind":"progress","id":"p","style":"\#(style)"\#(more)}]}"#
                }
                try await desk.register(copy, "Copy", content(""))
                try await desk.startPanel("--show")
                let before = try await desk.accessibility.wait(forText: "In progress")
                _ = try await desk.client.updateWidget(copy, ["Content": .string(content(#","value":0.25"#))])
                let known = try await desk.accessibility.wait(forText: "25%")
                #expect(!known.contains("In progress"), "\(known.outline())")
                // It is the same object.
                let reference = known.all.first { $0.name == "25%" }?.reference
                #expect(reference == before.all.first { $0.name == "In progress" }?.reference)
                _ = try await desk.client.updateWidget(copy, ["Content": .string(content(""))])
                try await desk.accessibility.wait(for: "an unknown length again") {
                    $0.contains("In progress") && !$0.contains("25%")
                }
            }
        }
    }
#endif
