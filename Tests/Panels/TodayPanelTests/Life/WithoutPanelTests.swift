#if !Panel
    import DBusTesting
    import DesktopTesting
    import TodayPlatform
    import Testing
    import TodayPanel

    @Suite struct WithoutPanelTests {
        /// The tests of the panel itself run with the trait; CI builds that as well.
        @Test func thePanelIsNotBuiltAndSaysSo() async throws {
            let program = try Programs.path("today-panel")
            let run = try await ToolRun.start([program], environment: Environment.current)
            let output = try await run.finished()
            #expect(output.exit == .status(1))
            #expect(output.error.contains("swift build --traits Panel"))
        }
    }
#endif
