#if !Widgets
    import DBusTesting
    import TodayPlatform
    import Testing

    @Suite struct WithoutWidgetsTests {
        /// The tests of the widgets run with the trait.
        @Test func theProgramReportsThatItHasNoWidgets() async throws {
            let run = try await ToolRun.start([try Programs.path("today-widgets")], environment: Environment.current)
            let output = try await run.finished()
            #expect(output.exit == .status(1))
            #expect(output.error.contains("swift build --traits Widgets"))
        }
    }
#endif
