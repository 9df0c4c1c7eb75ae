import Testing

@testable import simple_timer

@Suite struct TimerCommandTests {
    @Test(arguments: [
        ("90", 90), ("90s", 90), ("5min", 300), ("1h", 3600), ("1:30", 90), ("0:05", 5), ("90:00", 5400),
        ("1:00:00", 3600),
    ])
    func times(_ text: String, _ seconds: Int) throws {
        #expect(try TimerCommand.parse(["start", text]) == .start(.seconds(seconds), detached: false))
        #expect(try TimerCommand.parse(["start", text, "--detach"]) == .start(.seconds(seconds), detached: true))
    }

    @Test(arguments: ["", "x", "1:60", "1:2:3:4", "-1", "5m", "1:", ":30", "1000000", "+5", "5 min", "١"])
    func whatIsNoTimeIsRefused(_ text: String) {
        #expect(throws: TimerCommand.UsageError.self) { try TimerCommand.parse(["start", text]) }
    }

    @Test func words() throws {
        for (word, command) in [
            ("stop", TimerCommand.stop), ("background", .background), ("quit", .quit), ("status", .status),
            ("--help", .help), ("--version", .version), ("-h", .help),
        ] {
            #expect(try TimerCommand.parse([word]) == command)
            #expect(throws: TimerCommand.UsageError.self) { try TimerCommand.parse([word, "x"]) }
        }
        for other in [[], ["simpleTimer://finished"], ["--gapplication-service"]] {
            #expect(try TimerCommand.parse(other) == nil)
        }
        for wrong in [["start"], ["finish"], ["start", "1", "2"], ["--foo"]] {
            #expect(throws: TimerCommand.UsageError.self) { try TimerCommand.parse(wrong) }
        }
    }
}
