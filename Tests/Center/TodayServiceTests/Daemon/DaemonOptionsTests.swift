import Logging
import Testing

@testable import TodayService

@Suite struct DaemonOptionsTests {
    @Test(
        arguments: [
            ([], .run(logLevel: .notice)), (["--log-level", "debug"], .run(logLevel: .debug)),
            (["--log-level=trace"], .run(logLevel: .trace)), (["--help"], .help), (["-h"], .help),
            (["--log-level=info", "--version"], .version),
        ] as [([String], DaemonOptions)])
    func isUnderstood(_ arguments: [String], _ options: DaemonOptions) throws {
        #expect(try DaemonOptions(arguments) == options)
    }

    @Test(arguments: [
        (["--log-level"], "--log-level needs a level"),
        (["--log-level=loud"], "--log-level: \"loud\" isn't one of"),
        (["--log-level="], "--log-level: \"\" isn't one of"),
        (["serve"], "unknown argument \"serve\""), ([""], "unknown argument \"\""),
    ])
    func isRefused(_ arguments: [String], _ message: String) {
        let error = #expect(throws: DaemonOptions.UsageError.self) { try DaemonOptions(arguments) }
        #expect(error?.description.hasPrefix(message) == true)
    }
}
